import { HELP_NAMES } from '../answers/directive-help.ts';
import { detectSubject, type Subject } from '../answers/topics.ts';
import { type Facts, shortName, type Words } from '../answers/words.ts';
import { wordsFor } from '../answers/words-for.ts';
import { toolLabel } from '../base/tool-label.ts';
import { type Conversation, openTurn, type OwnTool, type Tool, userTexts } from '../base/conversation.ts';
import type { Cite, Plan, Step } from './plan.ts';
import { parseScript } from './parse-script.ts';
import { sampleArguments } from './sample-arguments.ts';
import type { Script, RequestedCall } from './script.ts';

export interface Planned {
  plan: Plan;
  texts: Words;
  script: Script;
  /** Number of completed rounds of the tool loop. */
  round: number;
}

const LONG = 4000;
/** Number of messages that are quoted without their directives. */
const QUOTED = 20;

/** Plans the answer to a request; the same request always gets the same answer. */
export function planAnswer(conversation: Conversation): Planned {
  const turn = openTurn(conversation);
  const script = parseScript(turn.text);
  const texts = wordsFor(spoken(conversation, script, turn.text));
  const facts: Facts = {
    label: conversation.label,
    question: script.question,
    said: userTexts(conversation).map((one, index) => (index < QUOTED ? parseScript(one).question || one : one)),
    answers: answersBefore(conversation),
    attachments: turn.attachments,
    tools: conversation.tools.map((tool) => ({ ...tool, name: toolLabel(tool.name) })),
    length: script.long ?? LONG,
  };
  const requested = script.rounds[turn.rounds] ?? forcedCall(conversation, turn.rounds);
  const plan = requested
    ? planCalls(requested, { conversation, script, texts, facts, round: turn.rounds })
    : {
        steps: [
          ...thinking(conversation, script, turn.rounds, texts.thinking(facts, subjectOf(script))),
          { kind: 'text' as const, text: structured(conversation) ?? finalText(script, texts, facts, turn.results) },
        ],
        stop: 'end' as const,
      };
  const searched = withPicture(searching(plan, script, conversation, turn.rounds), script, conversation, texts);
  return { plan: withBlock(searched, script, turn.rounds), texts, script, round: turn.rounds };
}

/** What tells the language of the answer, the best first: the question, the name of the help, earlier messages. */
function spoken(conversation: Conversation, { question }: Script, text: string): string[] {
  if (question !== '') return [question];
  const before = userTexts(conversation).map((one) => parseScript(one).question);
  return [HELP_NAMES.find((name) => text.includes(`!${name}`)) ?? '', ...before.toReversed()];
}

/** Adds tools of the vendor's own before the answer's text, as far as the request offers them, or only their start. */
function searching(plan: Plan, script: Script, conversation: Conversation, round: number): Plan {
  const { pauses, paused, ownTools } = conversation;
  const own = round === 0 ? script.own.filter(({ tool }) => ownTools.has(tool)) : [];
  const asked = paused ? [{ tool: paused.tool, asked: paused.query }] : own;
  if (asked.length === 0) return withPages(plan, script, conversation);
  const said = plan.steps.findIndex((step) => step.kind !== 'thinking' && step.kind !== 'redacted');
  const [before, after] = [plan.steps.slice(0, said), plan.steps.slice(said)];
  const cited = script.toolFault === null ? citing(after, asked) : after;
  const found = asked.map((one): Step => resultOf(one, script.toolFault));
  // A continued turn has its thinking before the pause.
  if (paused !== null) return { ...plan, steps: [...found, ...cited] };
  const calls = asked.map((one): Step => ({ kind: 'search', tool: one.tool, text: one.asked }));
  const [first] = calls;
  if (pauses && first && script.pause) return { steps: [...before, first], stop: 'pause' };
  if (pauses && first && script.together && plan.stop === 'calls')
    return { ...plan, steps: [...before, first, ...after] };
  const pairs = calls.flatMap((call, index) => [call, ...found.slice(index, index + 1)]);
  return { ...plan, steps: [...before, ...pairs, ...cited] };
}

interface Asked {
  tool: OwnTool;
  asked: string;
}

const SAID: Readonly<Record<OwnTool, (asked: string) => string>> = {
  search: (query) => `3 results for "${query}"`,
  fetch: (address) => `What the page at ${address} says.\nIt is a practice page.`,
  run: (code) => `ran: ${code}\n`,
};

function resultOf({ tool, asked }: Asked, error: string | null): Step {
  return { kind: 'found', tool, text: SAID[tool](asked), query: asked, error };
}

/** The first sentence of the answer's text is based on what was searched for. */
function citing(steps: readonly Step[], asked: readonly Asked[]): Step[] {
  const search = asked.find(({ tool }) => tool === 'search')?.asked;
  if (search === undefined) return [...steps];
  const title = SAID.search(search);
  const url = `https://practice.invalid/${encodeURIComponent(search)}`;
  return steps.map((step) =>
    step.kind === 'text'
      ? { ...step, cites: [{ start: 0, end: sentenceEnd(step.text), title, url, quote: `About ${search}.` }] }
      : step,
  );
}

function sentenceEnd(text: string): number {
  const end = text.search(/[.!?](\s|$)|\n/);
  return end < 0 ? text.length : text[end] === '\n' ? end : end + 1;
}

function withPages(plan: Plan, { pages }: Script, { citable }: Conversation): Plan {
  const title = citable[0];
  if (pages === null || title === undefined) return plan;
  const cite = (text: string): Cite[] => [
    { start: 0, end: sentenceEnd(text), title, url: null, quote: `What page ${pages.from} says.`, pages },
  ];
  return {
    ...plan,
    steps: plan.steps.map((step) => (step.kind === 'text' ? { ...step, cites: cite(step.text) } : step)),
  };
}

/** Adds a picture before the answer's text, where the request and the question ask for one. */
function withPicture(plan: Plan, { picture, question }: Script, { pictures, json }: Conversation, texts: Words): Plan {
  const prompt = picture ?? (texts.asksForPicture.test(question) ? question : null);
  if (prompt === null || plan.stop !== 'end' || json !== null) return plan;
  if (!pictures && picture === null) return plan;
  const thoughts = plan.steps.filter((step) => step.kind === 'thinking' || step.kind === 'redacted');
  if (!pictures) return { ...plan, steps: [...thoughts, { kind: 'text', text: texts.noPictures }] };
  return {
    ...plan,
    steps: [
      ...thoughts,
      { kind: 'picture', text: prompt, blocked: false },
      { kind: 'text', text: texts.picture(prompt) },
    ],
  };
}

/** After the thinking, where a new kind of block would be. */
function withBlock(plan: Plan, { block }: Script, round: number): Plan {
  if (block === null || round > 0) return plan;
  const said = plan.steps.findIndex((step) => step.kind !== 'thinking' && step.kind !== 'redacted');
  return { ...plan, steps: plan.steps.toSpliced(said, 0, { kind: 'block', text: block }) };
}

/** Makes up an answer from the schema when the answer must be JSON. */
const structured = ({ json }: Conversation): string | null =>
  json === null ? null : JSON.stringify(sampleArguments(json === true ? {} : json));

/** A required call is made once; later rounds are free. */
function forcedCall({ forced, tools }: Conversation, round: number): RequestedCall[] | undefined {
  const name = forced === '*' ? tools[0]?.name : forced;
  return name && round === 0 ? [{ name, args: null }] : undefined;
}

interface Planning {
  conversation: Conversation;
  script: Script;
  texts: Words;
  facts: Facts;
  round: number;
}

function planCalls(requested: readonly RequestedCall[], { conversation, script, texts, facts, round }: Planning): Plan {
  const calls: Step[] = [];
  for (const { name, args } of requested) {
    const tool = findTool(name, conversation.tools);
    if (!tool) {
      const text = texts.noSuchTool(toolLabel(name), facts);
      return { steps: [{ kind: 'text', text }], stop: 'end' };
    }
    const values = args ?? sampleArguments(tool.schema);
    calls.push({ kind: 'call', name: tool.name, args: values, json: JSON.stringify(values), cut: false });
  }
  const names = requested.map((one) => one.name);
  return {
    steps: [
      ...thinking(conversation, script, round, [texts.thinkingOfCall(names.map(shortName), round)]),
      { kind: 'text', text: texts.calling(names.map(shortName), round) },
      ...calls,
    ],
    stop: 'calls',
  };
}

/** Paragraphs of thinking, if the request allows it: between tool calls only with interleaved thinking. */
function thinking(conversation: Conversation, script: Script, round: number, offered: readonly string[]): Step[] {
  if (!conversation.thinks || (round > 0 && !conversation.interleaves)) return [];
  const count = Math.min(script.think ?? Math.min(2, offered.length), MAX_PARAGRAPHS);
  const paragraphs = Array.from({ length: count }, (_, index) => offered[index % offered.length] ?? '');
  const readable: Step[] = count > 0 ? [{ kind: 'thinking', text: paragraphs.join('\n\n') }] : [];
  return script.redacted ? [...readable, { kind: 'redacted', text: offered[0] ?? '' }] : readable;
}

const MAX_PARAGRAPHS = 2000;

const subjectOf = (script: Script): Subject =>
  script.show ?? (script.long === null ? detectSubject(script.question) : 'long');

function finalText(script: Script, texts: Words, facts: Facts, results: Parameters<Words['results']>[0]): string {
  if (script.echo !== null) return script.echo;
  const body =
    script.rounds.length > 0 && results.length > 0
      ? texts.results(results.map((one) => ({ ...one, name: shortName(one.name) })))
      : texts[subjectOf(script)](facts);
  const pieces = [body];
  if (script.problems.length > 0) pieces.unshift(texts.problems(script.problems));
  // Every first answer has this label; the page marks practice everywhere else.
  if (facts.answers === 0) pieces.unshift(texts.notice(facts));
  return pieces.join('\n\n');
}

/** Counts answers to earlier messages of the user; rounds of an open tool loop don't count. */
function answersBefore(conversation: Conversation): number {
  let answers = 0;
  let open = false;
  for (const turn of conversation.turns) {
    if (turn.role === 'assistant') open ||= turn.text.trim() !== '' && turn.calls.length === 0;
    else if (turn.text.trim() !== '' || turn.attachments > 0) {
      if (open) answers++;
      open = false;
    }
  }
  return answers;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Finds the tool by name, else the only one with this ending, since clients put a server's name in front. */
function findTool(name: string, tools: readonly Tool[]): Tool | null {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const similar = tools.filter((tool) => [tool.name, toolLabel(tool.name)].some((one) => plain(one) === plain(name)));
  const ending = similar.length > 0 ? similar : tools.filter((tool) => plain(tool.name).endsWith(plain(name)));
  return ending.length === 1 ? (ending[0] ?? null) : null;
}
