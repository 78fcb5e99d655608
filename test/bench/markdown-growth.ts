import { createBlockReader, readBlocks } from '#markdown/block-reader.ts';
import { highlight } from '#markdown/grammars.ts';
import { canHighlight } from '#markdown/limits.ts';
import { median, print } from './print.ts';

/*
 * Searches for texts that take disproportionately long to parse: `node test/bench/markdown-growth.ts [seed] [cases]`.
 * Compares processor time at one length and at four times as much; a stream is fed in chunks of 40 characters. Suspects
 * are measured again, warmed up, at three lengths. For confirmed ones it prints how long the page would be blocked: by
 * one whole text, or by one chunk of a stream. Ends after four minutes.
 */
const seed = Number(process.argv[2] ?? 1);
const cases = Number(process.argv[3] ?? 300);
const [SHORT, LONG] = [8_000, 32_000];
const AGAIN = [16_000, 32_000, 64_000] as const;
const HUGE = 100_000;
/** Four would be proportional; the rest allows for a busy machine. */
const SUSPECT = 7;
const MIN_MS = 60;
const MAX_MS = 4 * 60_000;

const FRAGMENTS =
  '_a|*a|**a|*a*|*__a__*_|a    | |\t|\\(|\\[|\\(a|$a|$$|`|``a|[|[a]|[a](|[a](b|![|](|<|<a|<!--|<a b="|&#|&amp;|~~a|http://a|www.a|a@b.c |- |- a\n|> |> a\n|1. |# a\n|---\n|===\n|a|a|b\n|-|-\n|\n|\n\n| \n|    a\n|[a]: b\n|[a]: b "\n\n|[^a]: b\n|```\n|$$\n|\\[\n|\\|한**"a"**|<pre>\n|<div>\n\n|- [ ] a\n|  - a\n|가|a\n|> - a\n|b\n|😀'.split(
    '|',
  );

let state = seed;
const random = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
  return state / 0x7f_ff_ff_ff;
};
const pick = (): string => FRAGMENTS[Math.floor(random() * FRAGMENTS.length)] ?? 'a';

function cost(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The longest that one piece took. */
function stream(text: string): number {
  const reader = createBlockReader();
  let longest = 0;
  for (let at = 40; at < text.length; at += 40)
    longest = Math.max(
      longest,
      cost(() => reader.read(text.slice(0, at), true)),
    );
  return longest;
}

const wrap = (text: string): string => text.replaceAll(/(.{100})/g, '$1\n');
const WORK: Record<string, (text: string) => unknown> = {
  stored: readBlocks,
  streamed: stream,
  cpp: (text) => canHighlight(wrap(text)) && highlight('cpp', wrap(text)),
  powershell: (text) => canHighlight(wrap(text)) && highlight('powershell', wrap(text)),
};

/** The median of three, warm. */
const warmCost = (work: () => unknown): number => {
  work();
  return median([cost(work), cost(work), cost(work)]);
};

function confirm(name: string, parts: readonly string[], fill: (length: number) => string): void {
  const work = WORK[name] ?? readBlocks;
  const [first = 0, , last = 0] = AGAIN.map((length) => warmCost(() => work(fill(length))));
  if (last < MIN_MS || last / first <= SUSPECT) return;
  const longest = name === 'streamed' ? stream(fill(HUGE)) : warmCost(() => work(fill(HUGE)));
  const still = `the page is blocked for ${longest.toFixed(0)} ms at ${HUGE} characters`;
  print(`${name} ${JSON.stringify(parts)}: ${first.toFixed(0)} ms, then ${last.toFixed(0)} ms; ${still}`);
}

const from = performance.now();
let done = 0;
for (; done < cases && performance.now() - from < MAX_MS; done += 1) {
  const [before, unit] = [random() < 0.3 ? pick() : '', pick() + (random() < 0.5 ? pick() : '')];
  const fill = (length: number): string => before + unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  for (const [name, work] of Object.entries(WORK)) {
    if (name === 'streamed' && done % 10 > 0) continue;
    const [short, long] = [cost(() => work(fill(SHORT))), cost(() => work(fill(LONG)))];
    if (long > MIN_MS && long / short > SUSPECT) confirm(name, [before, unit], fill);
  }
}
print(`${done} of ${cases} cases of seed ${seed}`);
