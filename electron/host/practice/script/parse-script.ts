import { findTopic } from '../answers/topics.ts';
import { readCalls } from './read-calls.ts';
import { type Fault, FAULTS, type Script } from './script.ts';

/**
 * The script language of the practice vendors. Lines of the newest user message that start with `!` direct the
 * answer; everything else is the question. Several directives may stand together, one to a line. `!help` prints
 * this list in the chat.
 *
 *   !help                          what can be said here
 *   !show TOPIC                    baton, markdown, code, math, table, long, tools, recall, help
 *   !echo TEXT                     the answer is TEXT (without TEXT: the rest of the message)
 *   !long N                        an answer of about N characters
 *   !think N                       N paragraphs of thinking first (0: none), when the request allows thinking
 *   !redacted                      a thinking block that nobody may read comes after the readable ones
 *   !speed N                       N characters per second (0: as fast as possible)
 *   !bytes N                       network chunks of N bytes, to try how a client reads them
 *   !tool NAME {JSON}              call a tool of the request; several lines are rounds, one after the other's result.
 *                                  Without {JSON} the arguments are made up from the tool's schema.
 *   !parallel NAME {JSON} NAME …   call several at once
 *   !refuse                        same as `!fault refusal`
 *   !fault KIND [options]          something goes wrong:
 *     400 401 402 403 404 408 413 429 500 502 503 504 529
 *                                  the vendor's own answer with this status. retry-after=S for the header,
 *                                  retry-after=none to leave it out
 *     overflow                     the vendor's own words for a conversation that is too long
 *     refusal empty max_tokens     an answer that ends this way. max_tokens: after=N characters
 *     cut-args                     the limit is reached in the middle of a tool call's arguments
 *     reset cut stall              the connection breaks, ends without the closing events, or falls silent,
 *                                  after=N characters
 *     malformed error-event        a broken event, or an error event inside a stream with status 200, after=N characters
 *     headers slow offline         no response headers at all; headers only after ms=N; no connection
 *     in=thinking counts the characters of the thinking instead of the answer's.
 *   Options of every fault: times=K (the K first tries fail, then the same request works),
 *   round=R (only in round R of a tool loop, the first is 0).
 *
 * A request that breaks a rule of the vendor is refused before any fault happens.
 */
export function parseScript(message: string): Script {
  const script: Script = {
    question: '',
    think: null,
    redacted: false,
    speed: null,
    chunkBytes: 0,
    long: null,
    echo: null,
    show: null,
    rounds: [],
    faults: [],
    problems: [],
  };
  const spoken: string[] = [];
  for (const line of message.replace(TAGGED, '').split('\n')) {
    const match = DIRECTIVE.exec(line);
    const read = match ? DIRECTIVES.get(match[1] ?? '') : undefined;
    if (!match || !read) {
      if (match) script.problems.push(`\`!${match[1]}\` is not a directive`);
      spoken.push(line);
      continue;
    }
    const problem = read(script, (match[2] ?? '').trim(), line.trim());
    if (problem) script.problems.push(`\`${line.trim()}\`: ${problem}`);
  }
  script.question = spoken.join('\n').trim();
  if (script.echo === '') script.echo = script.question;
  return script;
}

/** Blocks such as `<environment>…</environment>` that clients put beside what a person wrote. */
const TAGGED = /^<([a-z][\w-]*)>\n[^]*?\n<\/\1>[ \t]*$/gm;
const DIRECTIVE = /^\s*!([a-z][a-z-]*)(?:\s+(.*))?$/;

type Read = (script: Script, rest: string, line: string) => string | void;

const number = (rest: string): number | null => (/^\d+$/.test(rest) ? Number(rest) : null);

const NOT_A_NUMBER = 'a number is expected';

const DIRECTIVES: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['help', (script) => void (script.show = 'help')],
  [
    'show',
    (script, rest) => {
      script.show = findTopic(rest);
      if (!script.show) return 'there is no such topic';
    },
  ],
  ['echo', (script, rest) => void (script.echo = rest)],
  ['redacted', (script) => void (script.redacted = true)],
  [
    'think',
    (script, rest) => {
      script.think = number(rest) ?? 1;
      if (rest !== '' && number(rest) === null) return NOT_A_NUMBER;
    },
  ],
  [
    'long',
    (script, rest) => {
      script.long = Math.min(number(rest) ?? 5000, LONGEST);
      if (rest !== '' && number(rest) === null) return NOT_A_NUMBER;
    },
  ],
  [
    'speed',
    (script, rest) => {
      const speed = number(rest);
      if (speed === null) return NOT_A_NUMBER;
      script.speed = speed === 0 ? Infinity : speed;
    },
  ],
  [
    'bytes',
    (script, rest) => {
      const bytes = number(rest);
      if (bytes === null || bytes === 0) return NOT_A_NUMBER;
      script.chunkBytes = bytes;
    },
  ],
  ['tool', addRound],
  ['parallel', addRound],
  ['refuse', (script, rest, line) => addFault(script, `refusal ${rest}`, line)],
  ['fault', addFault],
]);

const LONGEST = 2_000_000;

function addRound(script: Script, rest: string): string | void {
  const calls = readCalls(rest);
  if (typeof calls === 'string') return calls;
  script.rounds.push(calls);
}

function addFault(script: Script, rest: string, line: string): string | void {
  const [name = '', ...options] = rest.split(/\s+/).filter((word) => word !== '');
  const kind = FAULTS.get(name);
  if (kind === undefined) return `there is no such fault; there are ${[...FAULTS.keys()].join(', ')}`;
  const fault: Fault = { kind, after: null, of: 'answer', times: null, retryAfter: null, ms: 3000, round: 0, line };
  for (const option of options) {
    const [key = '', value = ''] = option.split('=');
    const amount = number(value);
    if (key === 'retry-after' && value === 'none') fault.retryAfter = 'none';
    else if (key === 'in' && (value === 'thinking' || value === 'answer')) fault.of = value;
    else if (amount === null) return `\`${option}\` is not an option`;
    else if (key === 'after') fault.after = amount;
    else if (key === 'times') fault.times = amount;
    else if (key === 'retry-after') fault.retryAfter = amount;
    else if (key === 'ms') fault.ms = amount;
    else if (key === 'round') fault.round = amount;
    else return `\`${option}\` is not an option`;
  }
  script.faults.push(fault);
}
