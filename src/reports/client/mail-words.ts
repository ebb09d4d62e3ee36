import { pointsText } from '../../domain/figures/points.ts';
import type { FrozenFigures, ReportLook } from '../../domain/sharing/shared-report.ts';
import { oneLine } from '../../domain/text.ts';
import { formatInstant, minuteText } from '../../domain/time/instant.ts';
import { RATE } from '../shape/columns.ts';
import { cellText } from '../show/cells.ts';
import { type ClientFigures, type ClientTexts, figuresIn } from './figures.ts';
import { type Ranking, rankingsOf } from './ranking.ts';
import {
  cameAfter,
  countedDays,
  headlineOf,
  leadOf,
  otherLines,
  sentenceOf,
  standingText,
  wordOf,
} from './sentences.ts';

/** A client report as a mail, and as a message in a chat. Its first line is the main change. */

interface Mailed extends ReportLook {
  readonly frozen: FrozenFigures;
}

interface Section {
  readonly head: string;
  readonly lines: readonly string[];
}

interface MailedWords {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly chat: { readonly title: string; readonly paragraphs: readonly string[]; readonly note: string };
}

export function reportMail(
  { title, preparedBy, color, blocks, frozen }: Mailed,
  link: string | null,
  stop: string | null,
): MailedWords {
  const figures = figuresIn(frozen);
  const texts = JSON.parse(frozen.texts) as ClientTexts;
  const first = headlineOf(figures);
  const more = [leadOf(figures) ?? [], otherLines(figures)].flat();
  const shown = blocks.filter((block) => block.shown);
  const sections = shown.flatMap(({ kind, heading, comment }): Section[] =>
    kind === 'text'
      ? [{ head: heading, lines: comment.split('\n') }]
      : (SECTIONS[kind]?.(figures, texts).filter(({ lines }) => lines.length > 0) ?? []),
  );
  const asOf = `Figures as of ${minuteText(formatInstant(frozen.at))}.`;
  const end = [
    ...(link === null ? [] : [`With every figure, for people who can sign in: ${link}`]),
    asOf,
    ...(preparedBy === '' ? [] : [`Prepared by ${preparedBy}.`]),
    stop === null ? 'To stop these mails, ask their sender.' : `To stop these mails, open ${stop}`,
  ];
  const about = `${title}: ${daysText(figures)}`;
  const subject = oneLine(`${title}: ${first}`).replace(/\p{C}+/gu, ' ');
  const paragraphs = [
    first,
    ...more,
    ...sections.map(({ head, lines }) => [head, ...lines.map(bulleted)].join('\n')),
  ];
  return {
    chat: { title: subject, paragraphs, note: `${about}. ${asOf}` },
    subject,
    text: textOf([first, ...more], about, sections, end),
    html: htmlOf({ first, more, about, sections, end, color }),
  };
}

/** Names in it may have line breaks. */
function bulleted(line: string): string {
  return `• ${oneLine(line)}`;
}

/** Each block's text in a mail. Mails have no charts. */
const SECTIONS: Readonly<Partial<Record<string, (figures: ClientFigures, texts: ClientTexts) => Section[]>>> =
  {
    engines: (figures) => [
      {
        head: sentenceOf('engines', figures),
        lines: rankingsOf(figures).map((ranking) => engineLine(ranking, figures)),
      },
    ],
    done: (figures) => [
      {
        head: sentenceOf('done', figures),
        lines: figures.done.map(
          ({ day, text }, place) => `${day}: ${text}. ${cameAfter(place, figures).join(' ')}`,
        ),
      },
    ],
    next: (figures) => [
      {
        head: sentenceOf('next', figures),
        lines: figures.todo.map(({ title, reason }) => `${title}: ${reason}`),
      },
    ],
    lost: (figures, { questions }) => [
      {
        head: sentenceOf('lost', figures),
        lines: figures.lost.rows.map(
          ({ id, engine_name: engine, competitor, naming_it: it, naming_you: you, answers, gap }) =>
            `${questions[id] ?? id} (${engine}): ${competitor} in ${it} of ${answers} answers, you in ${you}${gap === null ? '' : `, ${pointsText(gap.points / 100)} points`}`,
        ),
      },
    ],
    sites: (figures) => [
      {
        head: sentenceOf('sites', figures),
        lines: figures.sites.map(({ site, answers }) => `${site}: ${answers} answers`),
      },
    ],
  };

const COLUMN = { id: 'rate', label: '', ...RATE } as const;

/** `ChatGPT (API): 39 of 118, 33% (25 to 42%) on Nov 22 – 28; 2nd, behind Bolt; Fell` */
function engineLine(ranking: Ranking, figures: ClientFigures): string {
  const { own } = ranking;
  const share = own.responses === 0 ? 'no answers' : cellText(COLUMN, { ...own });
  const days = countedDays(ranking, figures);
  const dated = days === null ? share : `${share} ${own.days ? 'on ' : ''}${days}`;
  const parts = [dated, standingText(ranking), own.responses === 0 ? null : wordOf(ranking)];
  return `${own.engine_name}: ${parts.filter((each) => each !== null).join('; ')}`;
}

function daysText({ window, compared }: ClientFigures): string {
  const of = ({ from, until }: { from: string; until: string }) =>
    `${from.slice(0, 10)} to ${until.slice(0, 10)}`;
  return `${of(window)}${compared === null ? '' : `, compared with ${of(compared)}`}`;
}

function textOf(
  summary: readonly string[],
  about: string,
  sections: readonly Section[],
  end: readonly string[],
): string {
  const parts = [
    summary.join('\n'),
    about,
    ...sections.map(({ head, lines }) =>
      [head, ...lines.map((line) => `- ${line}`)].filter(Boolean).join('\n'),
    ),
  ];
  return `${parts.join('\n\n')}\n\n-- \n${end.join('\n')}\n`;
}

/** Mail programs support little beyond tables, paragraphs, and inline styles. Nothing is loaded. */
function htmlOf({
  first,
  more,
  about,
  sections,
  end,
  color,
}: {
  readonly first: string;
  readonly more: readonly string[];
  readonly about: string;
  readonly sections: readonly Section[];
  readonly end: readonly string[];
  readonly color: string;
}): string {
  const small = 'font-size:13px;color:#5a6270';
  const items = (lines: readonly string[]) =>
    lines.map((line) => `<li style="margin:4px 0">${safe(line)}</li>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${safe(about)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#15181e;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:640px;margin:0 auto">
<h1 style="font-size:19px;line-height:1.3;margin:0 0 8px;border-left:4px solid ${color};padding-left:12px">${safe(first)}</h1>
${more.map((line) => `<p style="margin:4px 0">${safe(line)}</p>`).join('\n')}
<p style="${small}">${safe(about)}</p>
${sections
  .map(
    ({ head, lines }) =>
      `${head === '' ? '' : `<h2 style="font-size:15px;color:${color};margin:24px 0 4px">${safe(head)}</h2>`}<ul style="margin:0;padding-left:20px">${items(lines)}</ul>`,
  )
  .join('\n')}
<hr style="border:0;border-top:1px solid #dfe2e7;margin:24px 0 12px">
${end.map((line) => `<p style="${small};margin:4px 0">${linked(line)}</p>`).join('\n')}
</div></body></html>
`;
}

/** Makes the address at a line's end a link. */
function linked(line: string): string {
  const [last = ''] = /(?<!\S)\S*$/.exec(line) ?? [];
  const at = last.search(/https?:\/\/\S/);
  if (at === -1) return safe(line);
  const url = last.slice(at);
  return `${safe(line.slice(0, line.length - url.length))}<a href="${safe(url)}">${safe(url)}</a>`;
}

/** Escapes text for HTML, or for an attribute in double quotes. */
function safe(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (each) => entities[each] ?? each);
}
