import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import { usdOf } from '../../domain/figures/usd.ts';
import type { ReadyEngine } from '../../pipeline/collect/collect.ts';
import type { CheckedName } from '../../reports/said/calibration.ts';
import { type CliDeps, invocationOf, type SettingFlags } from '../shared/deps.ts';
import { costWords, isAgreed } from '../shared/offer.ts';
import { jsonLine } from '../shared/terminal.ts';

interface EvalFlags {
  readonly reader: string;
  readonly model?: string;
  readonly yes?: true;
}

/** Tries another model on exported labels. */
export function addEvalCommand(program: Command, deps: CliDeps): void {
  program
    .command('eval <labels.jsonl>')
    .description(
      'have another model read the answers that people labeled on the page Accuracy, before you switch to it',
    )
    .requiredOption('--reader <provider>', 'whose key reads, as in `reader set`')
    .option('--model <model>', "the provider's id of a model other than the usual one")
    .option('--yes', 'do not ask before that, whatever it costs; needed without a terminal')
    .action(async (path: string, options: EvalFlags, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { scoreOf, textOf } = await import('./eval-scores.ts');
      const { fileText } = await import('../../pipeline/declare/document/yaml.ts');
      const { labeledAnswers, labelsIn, readLabels } = await import('../../pipeline/judge/eval-labels.ts');
      const labels = labelsIn(await fileText(await deps.openFile(path)));
      const engine = await readerNamed(deps, flags, options);
      const answers = labeledAnswers(labels).length;
      const usd = usdOf(answers * engine.micros);
      const offer = `${engine.access.model} reads ${answers} answers with ${labels.length} labels, which costs ${costWords(usd)}.`;
      if (!(await isAgreed(deps, { offer, usd, yes: options.yes, json })))
        throw new SightlineError('conflict', `${offer} Nothing was asked: add --yes.`);
      const reading = { stop: deps.stopSignal(), secrets: await deps.secrets(flags) };
      const { verdicts, advice } = await readLabels(deps, engine, labels, reading);
      const by = (name: string, readOf: (label: (typeof labels)[number]) => CheckedName['read']) =>
        scoreOf(
          name,
          labels.map((label) => ({ label: label.label, read: readOf(label), language: null })),
        );
      const now = [...new Set(labels.flatMap(({ reader }) => reader ?? []))];
      const scores = [
        by(engine.access.model, (label) => verdicts.get(label) ?? null),
        ...now.map((name) => by(`${name}, now`, (label) => (label.reader === name ? label.by_model : null))),
        by('rules, now', (label) => label.by_rules),
      ];
      deps.terminal.out(json ? jsonLine({ labels: labels.length, readers: scores }) : textOf(scores));
      if (advice !== null) throw new SightlineError('collection_failed', advice);
    });
}

async function readerNamed(
  deps: CliDeps,
  flags: SettingFlags,
  { reader, model }: EvalFlags,
): Promise<ReadyEngine> {
  const { withModel } = await import('../../pipeline/collect/job/chosen-reader.ts');
  const { READER_PROVIDERS } = await import('../../pipeline/judge/choose-reader.ts');
  const slugs = READER_PROVIDERS.map(({ slug }) => slug);
  if (!slugs.includes(reader))
    throw new SightlineError('invalid_argument', `--reader must be one of ${slugs.join(', ')}.`);
  const inEnvironment = await deps.engines(flags, null);
  const find = ({ readers = [] }: typeof inEnvironment) =>
    readers.find(({ adapter }) => adapter.provider.slug === reader);
  // The environment may have the key before there is a store.
  const stored = async () =>
    find(await deps.withStore(flags, (db) => deps.engines(flags, db)).catch(() => inEnvironment));
  const engine = find(inEnvironment) ?? (await stored());
  if (engine === undefined)
    throw new SightlineError('invalid_setting', `There is no key of ${reader} on this installation.`);
  return model === undefined ? engine : withModel(engine, model);
}
