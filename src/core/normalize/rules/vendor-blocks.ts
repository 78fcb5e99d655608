import { derive } from '../../draft/derive.ts';
import type { AssistantItem, AssistantPart, Draft, Item, RuleContext, SourceIndex } from '../../draft/draft.ts';
import { hasCalls } from '../../draft/draft.ts';
import type { TextPart, VendorBlockPart } from '../../message.ts';
import { citedTextsIn, type CitedText } from '../../server-tools/cited-text.ts';
import type { ReadPage } from '../../server-tools/own-block.ts';
import { ownBlockOf, serverCallsIn, type PlacedServerCall } from '../../server-tools/server-calls.ts';
import { isObject, parseJson } from '../../json.ts';
import { isReadableKind } from '../../server-tools/read-block.ts';
import { isBlank, isWellFormedJson } from '../../text.ts';
import { OMIT_BLOCK, readData } from '../base/overlays.ts';
import { citedSourcesText, readPageText, serverCallText, SourceNumbers } from '../base/server-call-texts.ts';

/**
 * A vendor's own blocks go back to the exact origin that made them, where they are part of the conversation (A13, W7).
 * Everywhere else, what they say becomes text of the answer (W2, W3), and nothing is sent of what can't be read. The call
 * of a tool and its result are sent together or not at all; `pairAcrossAnswers` sees to those in two answers.
 */
export function keepVendorBlocks(draft: Draft, context: RuleContext): void {
  const refused = refusedBlocks(context);
  const items: Item[] = [];
  for (const item of draft.items) {
    items.push(item);
    if (item.role === 'user' || !item.parts.some(({ part }) => part.type === 'vendor_block')) continue;
    const pages = new AnswerBlocks(item, context, refused).settle();
    if (pages.length === 0) continue;
    // What a page says is not the model's own word (W5).
    const at = { message: item.message };
    const parts = pages.map((page) => ({ part: { type: 'text' as const, text: readPageText(page) }, at }));
    items.push({ role: 'user', message: item.message, parts, attached: true });
  }
  draft.items = items;
}

/** The blocks of one answer, and what becomes of each. */
class AnswerBlocks {
  readonly #item: AssistantItem;
  readonly #context: RuleContext;
  readonly #refused: ReadonlySet<unknown>;
  readonly #given: readonly AssistantPart[];
  /** Whether a part may go back as it came. */
  readonly #raw: readonly boolean[];
  /** What stands in the place of a part. */
  readonly #instead = new Map<number, AssistantPart[]>();
  readonly #pages: ReadPage[] = [];

  constructor(item: AssistantItem, context: RuleContext, refused: ReadonlySet<unknown>) {
    this.#item = item;
    this.#context = context;
    this.#refused = refused;
    this.#given = item.parts;
    this.#raw = item.parts.map(({ part }) => part.type === 'vendor_block' && this.#isSendable(part));
  }

  settle(): readonly ReadPage[] {
    const parts = this.#given.map(({ part }) => part);
    const cited = citedTextsIn(parts);
    const numbers = new SourceNumbers(cited.flatMap(({ citations }) => citations));
    for (const call of serverCallsIn(parts)) this.#settleCall(call, numbers);
    for (const text of cited) this.#settleCited(text);
    this.#nameSources(cited, numbers);
    for (const [index, { part }] of this.#given.entries())
      if (part.type === 'vendor_block' && !this.#instead.has(index) && !ownBlockOf(part))
        this.#settleOther(part, index);
    this.#item.parts = this.#given.flatMap((placed, index) => this.#instead.get(index) ?? [placed]);
    return this.#pages;
  }

  #isSendable(part: VendorBlockPart): boolean {
    return this.#item.sameOrigin && !this.#refused.has(part.kind) && isAccepted(part, this.#context);
  }

  #settleCall({ call, asked, found }: PlacedServerCall, numbers: SourceNumbers): void {
    const pieces = [...new Set([asked, found].filter((index) => index !== null))];
    const first = Math.min(...pieces);
    const isHome = pieces.every((index) => this.#raw[index]) && !this.#isRepeated(pieces);
    const isHalf = asked === null || found === null;
    // Its other half is in the answer before or after the results of other tools.
    if (isHome && (!isHalf || (asked === null ? this.#isAtStart(first) : hasCalls(this.#item)))) return;
    for (const index of pieces) {
      this.#context.notes.add('server-call-to-text', ...this.#placeOf(index));
      this.#instead.set(index, []);
    }
    const text = serverCallText(call, numbers, hasCalls(this.#item));
    this.#instead.set(first, [this.#say(first, text)]);
    this.#pages.push(...call.pages);
  }

  #isAtStart(index: number): boolean {
    return this.#given.slice(0, index).every((_placed, before) => this.#raw[before]);
  }

  /** The same block a second time is a copy, and vendors refuse it (R7). */
  #isRepeated(pieces: readonly number[]): boolean {
    const seen = this.#context.seen.opaqueState;
    const ids = pieces.flatMap((index) => {
      const part = this.#given[index]?.part;
      const id = part?.type === 'vendor_block' ? idOf(part) : null;
      return id === null ? [] : [id];
    });
    if (ids.some((id) => seen.has('block', id))) return true;
    for (const id of ids) seen.occurs('block', id);
    return false;
  }

  #settleCited({ text, from, to }: CitedText): void {
    const run = this.#given.slice(from, to);
    const blocks = run.flatMap(({ part }, index) => (part.type === 'vendor_block' ? [from + index] : []));
    // Citations belong to the text right before them, and not to another one.
    const isHome = blocks.every((index) => this.#raw[index] && isSaid(this.#given[index - 1]));
    if (isHome) return;
    for (const index of blocks) {
      this.#context.notes.add(
        this.#item.sameOrigin ? 'drop-vendor-block' : 'citations-to-sources',
        ...this.#placeOf(index),
      );
      this.#instead.set(index, []);
    }
    // At home, texts stay as they came: a signature stays on its part.
    if (this.#item.sameOrigin) return;
    const texts = run.flatMap(({ part }, index) => (part.type === 'text' ? [{ part, index: from + index }] : []));
    const [first, ...rest] = texts;
    if (!first || rest.length === 0) return;
    for (const { index } of rest) {
      this.#context.notes.add('join-text', ...this.#placeOf(index));
      this.#instead.set(index, []);
    }
    this.#replace(
      first.index,
      derive<TextPart>(first.part, `whole ${text}`, () => ({ ...first.part, text })),
    );
  }

  /** After the last text, in the order of first use (W3). At home the vendor takes back what it wants of them. */
  #nameSources(cited: readonly CitedText[], numbers: SourceNumbers): void {
    const last = cited.at(-1);
    if (this.#item.sameOrigin || !last) return;
    const citations = cited.flatMap((one) => one.citations);
    const queries = cited.flatMap((one) => one.queries);
    const text = citedSourcesText(citations, queries, numbers);
    if (text === '') return;
    const at = last.to - 1;
    this.#instead.set(at, [...(this.#instead.get(at) ?? this.#given.slice(at, at + 1)), this.#say(at, text)]);
  }

  #settleOther(part: VendorBlockPart, index: number): void {
    if (this.#raw[index]) return;
    const isRefused = this.#item.sameOrigin && this.#refused.has(part.kind);
    this.#context.notes.add(isRefused ? 'omit-block' : 'drop-vendor-block', ...this.#placeOf(index));
    this.#instead.set(index, []);
  }

  /** Where a note is about, and the kind of block there. */
  #placeOf(index: number): [at: SourceIndex | undefined, kind: string | undefined] {
    const placed = this.#given[index];
    return [placed?.at, placed?.part.type === 'vendor_block' ? placed.part.kind : undefined];
  }

  #replace(index: number, part: TextPart): void {
    const placed = this.#given[index];
    if (placed) this.#instead.set(index, [{ part, at: placed.at }]);
  }

  /** The same text of the same block is the same part, so that what was worked out for it stays. */
  #say(index: number, text: string): AssistantPart {
    const placed = this.#given[index];
    const at = placed?.at ?? { message: this.#item.message };
    const make = (): TextPart => ({ type: 'text', text });
    return { part: placed ? (derive<object>(placed.part, `says ${text}`, make) as TextPart) : make(), at };
  }
}

function isSaid(placed: AssistantPart | undefined): boolean {
  return placed?.part.type === 'text' && !isBlank(placed.part.text);
}

function isAccepted(part: VendorBlockPart, { dialect: { vendorBlocks } }: RuleContext): boolean {
  return (vendorBlocks === 'all' || vendorBlocks.includes(part.kind)) && isWhole(part);
}

/** Whether a block goes back to its home as an item of its own. */
export function isOwnItem(part: VendorBlockPart, context: RuleContext): boolean {
  return isAccepted(part, context) && idOf(part) !== null && !refusedBlocks(context).has(part.kind);
}

/** Kinds of blocks that this vendor has refused. */
export function refusedBlocks({ overlays }: Pick<RuleContext, 'overlays'>): ReadonlySet<unknown> {
  return new Set(overlays.filter(({ kind }) => kind === OMIT_BLOCK).map(({ data }) => readData(data, 'block')));
}

/** Blocks that vendors document and take back (A13, A38). */
export function isKnownBlock(kind: string): boolean {
  return isReadableKind(kind) || kind === 'compaction';
}

/** Whether the text is the block that it claims to be: Google's parts have the name of their kind as a field. */
function isWhole({ data, kind }: VendorBlockPart): boolean {
  const block = isWellFormedJson(data) ? parseJson(data) : null;
  return isObject(block) && (block['type'] === kind || (block['type'] === undefined && kind in block));
}

function idOf({ data }: VendorBlockPart): string | null {
  const block = parseJson(data);
  const id = isObject(block) ? block['id'] : null;
  return typeof id === 'string' && id !== '' ? id : null;
}
