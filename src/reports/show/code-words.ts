const WORDS: Readonly<Record<string, string>> = {
  visibility: 'named',
  overtaken: 'put ahead',
  cited_not_named: 'cited, not named',
  negative_framing: 'framed negatively',
  competitor_overtook: 'competitor ranks ahead',
  visibility_drop: 'named less often',
  visibility_rise: 'named more often',
  engine_blackout: 'no longer named',
  outage: 'answers missing',
  too_few_shared_prompts: 'too few shared questions',
  below_min_delta: 'too small to report',
  condition_not_met: 'not of its kind',
  below_noise_floor: 'within usual movement',
  episode_open: 'part of an alert',
  not_persistent: 'not for long enough yet',
};

/** A code in words: `too_few_answers` is `too few answers`. CSV and JSON keep the code. */
export function codeWords(code: string): string {
  return WORDS[code] ?? code.replaceAll('_', ' ');
}
