import { HELP_NAMES } from '../answers/directive-help.ts';
import type { ProblemKind, ScriptProblem } from '../answers/script-problem.ts';
import { findTopic } from '../answers/topics.ts';
import { readCalls } from './read-calls.ts';
import { type Fault, FAULTS, type Script } from './script.ts';

/**
 * The script language of the practice vendors. Lines of the newest user message that start with `!` direct the
 * answer; everything else is the question. Several directives may stand together, one to a line. `!help` prints
 * this list in the chat.
 *
 *   !help                          what can be said here, in the language of the conversation. !도움말 and !ヘルプ are
 *                                  the same in Korean and in Japanese
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
 *   !search WORDS                  the vendor searches itself, where the request offers that, and cites what it found
 *   !fetch ADDRESS                 the vendor reads a page itself
 *   !run CODE                      the vendor runs code itself
 *   !tool-fault WORD               its tools fail, and say WORD
 *   !together                      they are called beside the tools of the request, and answer in the next round
 *   !pages 2-3                     the answer cites these pages of the first file, where the request allows it
 *   !picture WORDS                 make a picture of WORDS, when the request asks for pictures
 *   !pause                         stop in the middle of that search (Anthropic's pause_turn)
 *   !block KIND                    a block of a kind that no client knows, and that the vendor does not take back
 *   !refuse                        same as `!fault refusal`
 *   !fault KIND [options]          something goes wrong:
 *     400 401 402 403 404 408 413 429 500 502 503 504 529
 *                                  the vendor's own answer with this status. retry-after=S for the header,
 *                                  retry-after=none to leave it out
 *     overflow                     the vendor's own words for a conversation that is too long
 *     signature binding modified thinking-order thinking-disabled prefill tool-result empty-content unavailable-tool
 *     tool-schema                  the request is refused for this, in the words that the vendor has for it
 *     model                        the vendor's own words for a model that it does not have
 *     204 205 304                  an answer with this status and no content
 *     login                        the sign-in page of a network instead of the vendor, with status 200
 *     json                         the whole answer in one piece, although a stream was asked for
 *     refusal blocked empty        the model declines, a filter stops it before a word, it says nothing
 *     moderation                   the vendor's filter for pictures refuses the picture
 *     thoughts                     it thinks, and says nothing
 *     max_tokens window            the answer meets its limit, or the end of the context window, after=N characters
 *     cut-args                     the limit is reached in the middle of a tool call's arguments
 *     reset cut stall              the connection breaks, ends without the closing events, or falls silent,
 *                                  after=N characters
 *     malformed error-event failed a broken event, an error event inside a stream with status 200, or the Responses
 *                                  API's own failed response, after=N characters
 *     headers slow offline         no response headers at all; headers only after ms=N; no connection
 *     in=thinking counts the characters of the thinking instead of the answer's.
 *   Options of every fault: times=K (K tries fail, then the same request works, and all is forgotten),
 *   round=R (only in round R of a tool loop, the first is 0).
 *
 * A fault belongs to its paragraph and counts in the last one only: after a failed answer clients send the old
 * message and the next as one, a blank line between them, and the old fault must not happen again.
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
    own: [],
    toolFault: null,
    together: false,
    pages: null,
    picture: null,
    block: null,
    pause: false,
    faults: [],
    problems: [],
  };
  const text: string[] = [];
  const lines = ownLines(message.trimEnd());
  const lastParagraph = lines.findLastIndex((line) => line.trim() === '') + 1;
  for (const [at, line] of lines.entries()) {
    const match = DIRECTIVE.exec(line);
    if (at < lastParagraph && FAULTY.has(match?.[1] ?? '')) continue;
    const read = match ? DIRECTIVES.get(match[1] ?? '') : undefined;
    if (!match || !read) {
      if (match) script.problems.push({ line: `!${match[1]}`, why: 'unknown', about: '' });
      text.push(line);
      continue;
    }
    const found = read(script, (match[2] ?? '').trim(), line.trim());
    if (found) script.problems.push({ line: line.trim(), ...found });
  }
  script.question = text.join('\n').trim();
  if (script.echo === '') script.echo = script.question;
  return script;
}

/** The lines without the blocks, such as `<environment>` … `</environment>`, that clients add to the user's text. */
function ownLines(message: string): string[] {
  const lines = message.split('\n');
  const closing = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const tag = /^<\/([a-z][\w-]*)>\s*$/.exec(line)?.[1];
    if (tag !== undefined) closing.set(tag, at);
  }
  const own: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const end = closing.get(/^<([a-z][\w-]*)>\s*$/.exec(line)?.[1] ?? '') ?? -1;
    if (end > at) at = end;
    else own.push(line);
  }
  return own;
}

/** Directives that are short for a fault. */
const FAULTY: ReadonlySet<string> = new Set(['fault', 'refuse']);

const DIRECTIVE = new RegExp(`^\\s*!([a-z][a-z-]*|${HELP_NAMES.join('|')})(?:\\s+(.*))?$`);

/** Returns the problem, or null. */
type Read = (script: Script, rest: string, line: string) => Omit<ScriptProblem, 'line'> | null;

const problem = (why: ProblemKind, about = ''): Omit<ScriptProblem, 'line'> => ({ why, about });

const number = (rest: string): number | null => (/^\d+$/.test(rest) ? Number(rest) : null);

const MAX_LENGTH = 2_000_000;

/** A directive whose only argument is a number; `missing` is used without one. */
const numeric =
  (missing: number | null, set: (script: Script, value: number) => void): Read =>
  (script, rest) => {
    const value = rest === '' ? missing : number(rest);
    if (value === null) return problem('number');
    set(script, value);
    return null;
  };

const DIRECTIVES: ReadonlyMap<string, Read> = new Map<string, Read>([
  ...['help', ...HELP_NAMES].map((name): [string, Read] => [name, (script) => show(script, 'help')]),
  ['show', show],
  [
    'echo',
    (script, rest) => {
      script.echo = rest;
      return null;
    },
  ],
  [
    'redacted',
    (script) => {
      script.redacted = true;
      return null;
    },
  ],
  [
    'search',
    (script, rest) => {
      script.own.push({ tool: 'search', asked: rest === '' ? 'baton' : rest });
      return null;
    },
  ],
  [
    'fetch',
    (script, rest) => {
      if (!/^https?:\/\/\S+$/.test(rest)) return problem('address');
      script.own.push({ tool: 'fetch', asked: rest });
      return null;
    },
  ],
  [
    'run',
    (script, rest) => {
      script.own.push({ tool: 'run', asked: rest === '' ? 'echo 42' : rest });
      return null;
    },
  ],
  [
    'tool-fault',
    (script, rest) => {
      script.toolFault = rest === '' ? 'unavailable' : rest;
      return null;
    },
  ],
  [
    'together',
    (script) => {
      script.together = true;
      return null;
    },
  ],
  [
    'pages',
    (script, rest) => {
      const [, from, to] = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(rest || '1') ?? [];
      if (from === undefined) return problem('pages');
      script.pages = { from: Number(from), to: Number(to ?? from) };
      return null;
    },
  ],
  [
    'picture',
    (script, rest) => {
      script.picture = rest === '' ? 'a disc before a sky' : rest;
      return null;
    },
  ],
  [
    'block',
    (script, rest) => {
      if (!/^[a-z][a-z_]*$/.test(rest || 'hologram')) return problem('block');
      script.block = rest || 'hologram';
      return null;
    },
  ],
  [
    'pause',
    (script) => {
      script.pause = true;
      if (script.own.length === 0) script.own.push({ tool: 'search', asked: 'baton' });
      return null;
    },
  ],
  ['think', numeric(1, (script, value) => (script.think = value))],
  ['long', numeric(5000, (script, value) => (script.long = Math.min(value, MAX_LENGTH)))],
  ['speed', numeric(null, (script, value) => (script.speed = value === 0 ? Infinity : value))],
  ['bytes', numeric(null, (script, value) => (script.chunkBytes = Math.max(1, value)))],
  ['tool', addRound],
  ['parallel', addRound],
  ['refuse', (script, rest, line) => addFault(script, `refusal ${rest}`, line)],
  ['fault', addFault],
]);

function show(script: Script, word: string): ReturnType<Read> {
  script.show = findTopic(word);
  return script.show ? null : problem('topic');
}

function addRound(script: Script, rest: string): ReturnType<Read> {
  const calls = readCalls(rest);
  if (!Array.isArray(calls)) return calls;
  script.rounds.push(calls);
  return null;
}

function addFault(script: Script, rest: string, line: string): ReturnType<Read> {
  const [name = '', ...options] = rest.split(/\s+/).filter((word) => word !== '');
  const kind = FAULTS.get(name);
  if (kind === undefined) return problem('fault', [...FAULTS.keys()].join(', '));
  const fault: Fault = { kind, after: null, of: 'answer', times: null, retryAfter: null, ms: 3000, round: 0, line };
  for (const option of options) if (!setOption(fault, option)) return problem('option', option);
  script.faults.push(fault);
  return null;
}

function setOption(fault: Fault, option: string): boolean {
  const [key = '', value = ''] = option.split('=');
  const amount = number(value);
  if (key === 'retry-after' && value === 'none') fault.retryAfter = 'none';
  else if (key === 'in' && (value === 'thinking' || value === 'answer')) fault.of = value;
  else if (amount === null) return false;
  else if (key === 'after') fault.after = amount;
  else if (key === 'times') fault.times = amount;
  else if (key === 'retry-after') fault.retryAfter = amount;
  else if (key === 'ms') fault.ms = amount;
  else if (key === 'round') fault.round = amount;
  else return false;
  return true;
}
