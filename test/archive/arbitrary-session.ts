import { createHash } from 'node:crypto';
import {
  array,
  boolean,
  constantFrom,
  double,
  type Arbitrary,
  integer,
  jsonValue,
  nat,
  oneof,
  option,
  record,
  string,
  subarray,
  tuple,
} from 'fast-check';
import type { SessionHistory } from '#archive/records.ts';
import { VENDORS } from '#core/vendor.ts';
import { SHARED_CONTEXT } from '#core/shared-context.ts';
import { anyParameters } from '#test/core/arbitrary-parameters.ts';
import type { AssistantRow, FolderRow, ProjectFileRow, PromptRow, StoredMessage, StoredPart } from '#storage/rows.ts';
import { codePoint } from '#test/code-point.ts';

/** The contents of attachments; an archive names them by hash. */
export const BLOBS: ReadonlyMap<string, Uint8Array> = new Map(
  [0, 1, 40, 5_000].map((length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 0xff);
    return [createHash('sha256').update(bytes).digest('hex'), bytes];
  }),
);

/** The contents of files of projects. */
export const PROJECT_BLOBS: ReadonlyMap<string, Uint8Array> = new Map(
  ['one', 'two'].map((text) => [createHash('sha256').update(text).digest('hex'), new TextEncoder().encode(text)]),
);

export const ALL_BLOBS: ReadonlyMap<string, Uint8Array> = new Map([...BLOBS, ...PROJECT_BLOBS]);

/** Folders that conversations are in; one is unused, one is inside another. */
export const FOLDERS: readonly FolderRow[] = [
  {
    id: 'f1',
    name: 'Work',
    parent: null,
    createdAt: 1,
    order: 1,
    project: {
      instructions: '짧게.',
      target: { connection: 'openai', model: 'gpt-5.6', thinking: 'high' },
      assistant: 'a3',
      files: 'tool',
    },
  },
  { id: 'f2', name: '여행', parent: 'f1', createdAt: 2 },
  {
    id: 'f3',
    name: '',
    parent: 'gone',
    createdAt: 3,
    order: -1,
    deletedAt: 9,
    project: { instructions: '', target: null, files: 'passages' },
  },
];

/** The first one is in a folder that conversations are in. No message names the bytes of either. */
export const PROJECT_FILES: readonly ProjectFileRow[] = ['f1', 'f3'].map((folder, index) => ({
  id: `file${index}`,
  folder,
  name: '보고서.pdf',
  mime: 'application/pdf',
  ...projectBytes(index),
  createdAt: 5,
}));

function projectBytes(index: number): { blob: string; bytes: number } {
  const [blob, { length: bytes }] = [...PROJECT_BLOBS][index] ?? ['', new Uint8Array()];
  return { blob, bytes };
}

export const PROMPTS: readonly PromptRow[] = [
  { id: 'p1', name: '요약', text: 'For {{readers}}:', createdAt: 1, updatedAt: 2 },
];

/** The first one is used, the last one by a project. */
export const ASSISTANTS: readonly AssistantRow[] = [
  { id: 'a1', name: 'Editor', system: 'Cut.', target: null, createdAt: 1, updatedAt: 1 },
  {
    id: 'a2',
    name: 'Planner',
    system: '',
    target: { connection: 'openai', model: 'gpt-5.6', thinking: 'low' },
    tools: { on: true, mode: 'plan', off: ['shell'] },
    createdAt: 1,
    updatedAt: 3,
  },
  { id: 'a3', name: 'Clerk', system: 'File.', target: null, createdAt: 1, updatedAt: 1 },
];

const text = string({ unit: codePoint, maxLength: 40 });
const word = string({ minLength: 1, maxLength: 8 });
const stored = constantFrom(...[...BLOBS].map(([blob, { length }]) => ({ blob, bytes: length })));
const maybe = <T>(values: Arbitrary<T>) => option(values, { nil: undefined });

/** Optional fields are absent, never undefined. */
const exact = <T extends object>(values: Arbitrary<T>): Arbitrary<T> =>
  values.map((value) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T);

const image = exact(
  record({
    mime: constantFrom('image/png', 'image/jpeg'),
    from: maybe(record({ server: word, uri: text })),
    at: stored,
  }),
).map(({ at, ...rest }) => ({ ...rest, ...at }));

/** Every kind of part, with every opaque string that a vendor attaches. */
export const part: Arbitrary<StoredPart> = oneof(
  exact(
    record({
      type: constantFrom('text' as const),
      text,
      signature: maybe(text),
      itemId: maybe(word),
      phase: maybe(word),
      continues: maybe(boolean()),
      mode: maybe(word),
    }),
  ),
  exact(
    record({
      type: constantFrom('thinking' as const),
      text,
      signature: maybe(text),
      encrypted: maybe(text),
      itemId: maybe(word),
      details: maybe(text),
      prefixDigest: maybe(word),
      durationMs: maybe(nat(1_000)),
    }),
  ),
  exact(record({ type: constantFrom('redacted_thinking' as const), data: text, prefixDigest: maybe(word) })),
  exact(
    record({
      type: constantFrom('tool_call' as const),
      id: word,
      name: word,
      args: jsonValue(),
      rawArgs: maybe(text),
      signature: maybe(text),
      itemId: maybe(word),
    }),
  ),
  exact(
    record({
      type: constantFrom('tool_result' as const),
      callId: maybe(word),
      name: maybe(word),
      text,
      isError: maybe(boolean()),
      images: maybe(
        array(
          image.map(({ mime, blob, bytes }) => ({ mime, blob, bytes })),
          { maxLength: 2 },
        ),
      ),
      outcome: maybe(exact(record({ status: constantFrom('ok' as const, 'denied' as const), ms: maybe(nat(99)) }))),
    }),
  ),
  exact(record({ name: maybe(text), fields: image })).map(({ fields, ...rest }) => ({
    type: 'image' as const,
    ...rest,
    ...fields,
  })),
  exact(record({ name: word, text: maybe(text), fields: image })).map(({ fields, ...rest }) => ({
    type: 'file' as const,
    ...rest,
    ...fields,
  })),
  record({ type: constantFrom('refusal' as const), text }),
  record({ type: constantFrom('vendor_block' as const), kind: word, data: text }),
) as Arbitrary<StoredPart>;

interface Drawn {
  role: StoredMessage['role'];
  parts: StoredPart[];
  /** Which earlier message is its parent; mostly the last, so that paths grow. */
  back: number;
  status: 'interrupted' | 'complete';
  at: number;
  extra: Partial<StoredMessage>;
  overlay: boolean;
  sent: boolean;
}

const drawn: Arbitrary<Drawn> = record({
  role: constantFrom('user', 'assistant', 'tool'),
  parts: array(part, { maxLength: 4 }),
  back: constantFrom(1, 1, 1, 2, 3, 99),
  status: constantFrom('complete' as const, 'complete' as const, 'interrupted' as const),
  at: nat(1_000_000),
  extra: exact(
    record({
      origin: maybe(
        exact(record({ vendor: constantFrom(...VENDORS), model: word, endpoint: maybe(word), account: maybe(word) })),
      ),
      stop: maybe(constantFrom('end' as const, 'tool' as const, 'length' as const)),
      usage: maybe(exact(record({ input: nat(), output: nat(), cacheRead: maybe(nat()) }))),
      error: maybe(record({ kind: constantFrom('network' as const), retryable: boolean(), message: text })),
      author: maybe(constantFrom('automation' as const)),
      thinking: maybe(constantFrom('off' as const, 'high' as const)),
    }),
  ) as Arbitrary<Partial<StoredMessage>>,
  overlay: boolean(),
  sent: boolean(),
});

/** A conversation with branches and all its other records. Ids begin with `name`. */
export function sessionNamed(name: string): Arbitrary<SessionHistory> {
  return record({
    messages: array(drawn, { maxLength: 12 }),
    title: text,
    titleBy: constantFrom('auto' as const, 'person' as const),
    pinned: constantFrom(0 as const, 1 as const),
    leaf: nat(11),
    system: text,
    tools: maybe(
      record({
        on: boolean(),
        mode: constantFrom('ask' as const, 'plan' as const),
        off: array(word, { maxLength: 2 }),
      }),
    ),
    plan: boolean(),
    draft: boolean(),
    cost: double({ min: 0, max: 10, noNaN: true }),
    deletedAt: constantFrom(0, 0, 0, 500),
    outputs: integer({ min: 0, max: 3 }),
    order: exact(
      record({
        folder: maybe(constantFrom('f1', 'f2', 'gone')),
        tags: maybe(array(word, { minLength: 1, maxLength: 2 })),
        archivedAt: maybe(nat(99)),
        maxMessages: maybe(option(integer({ min: 1, max: 99 }), { nil: null })),
        assistant: maybe(constantFrom('a1', 'gone')),
        leavesOut: maybe(subarray([...SHARED_CONTEXT], { minLength: 1 })),
        parameters: maybe(anyParameters),
      }),
    ) as Arbitrary<
      Pick<
        SessionHistory['session'],
        'folder' | 'tags' | 'archivedAt' | 'assistant' | 'maxMessages' | 'leavesOut' | 'parameters'
      >
    >,
  }).map((draw) => build(name, draw));
}

type Draw = { messages: Drawn[]; leaf: number; plan: boolean; draft: boolean; outputs: number } & Pick<
  SessionHistory['session'],
  'title' | 'titleBy' | 'pinned' | 'system' | 'cost' | 'deletedAt'
> & {
    tools: SessionHistory['session']['tools'] | undefined;
    order: Pick<
      SessionHistory['session'],
      'folder' | 'tags' | 'archivedAt' | 'assistant' | 'maxMessages' | 'leavesOut' | 'parameters'
    >;
  };

function build(id: string, draw: Draw): SessionHistory {
  const messages = draw.messages.map(({ role, parts, back, status, at, extra }, index): StoredMessage => {
    const parent = index - back;
    return {
      id: `${id}-m${index}`,
      sessionId: id,
      parentId: parent >= 0 ? `${id}-m${parent}` : null,
      seq: index + 1,
      role,
      parts,
      status,
      createdAt: at,
      ...extra,
    };
  });
  const of = (index: number) => ({
    id: `${id}-m${index}`,
    sessionId: id,
    at: index,
    connection: 'c',
    vendor: 'openai' as const,
    model: 'm',
  });
  const [file] = [...BLOBS.keys()];
  return {
    session: {
      id,
      title: draw.title,
      titleBy: draw.titleBy,
      createdAt: 1,
      updatedAt: 2,
      leafId: messages[draw.leaf]?.id ?? messages.at(-1)?.id ?? null,
      lastSeq: messages.length,
      pinned: draw.pinned,
      deletedAt: draw.deletedAt,
      target: { connection: 'c', model: 'm', thinking: 'low' },
      system: draw.system,
      lastVendor: 'openai',
      cost: draw.cost,
      ...(draw.tools && { tools: draw.tools }),
      ...draw.order,
    },
    messages,
    overlays: draw.messages.flatMap(({ overlay, sent }, index) =>
      overlay
        ? [
            {
              id: `${id}-o${index}`,
              sessionId: id,
              target: { message: `${id}-m${index}` },
              kind: sent ? (index % 2 === 0 ? 'hidden' : 'deleted') : 'strip',
              reason: 'r',
              at: index,
              data: { n: index },
            },
          ]
        : [],
    ),
    sends: draw.messages.flatMap(({ sent }, index) =>
      sent
        ? [
            {
              ...of(index),
              endpoint: 'e',
              thinking: 'off' as const,
              usual: 'low' as const,
              system: draw.system,
              notes: [{ rule: 'x', message: `${id}-m0` }],
              left: 0,
              first: `${id}-m0`,
              tokens: 1,
              budget: null,
              digest: 'd',
              tools: 'list',
              vendorNotes: [],
              repairs: [],
            },
          ]
        : [],
    ),
    usage: draw.messages.flatMap(({ sent }, index) =>
      sent ? [{ ...of(index), usage: { input: 1, output: 2 }, cost: 0.5 }] : [],
    ),
    outputs: Array.from({ length: Math.min(draw.outputs, messages.length) }, (_, index) => ({
      sessionId: id,
      id: `output-${index + 1}`,
      call: `${id}-m${index}#0`,
      name: 'read',
      text: `whole ${index}`,
      at: index,
    })),
    plan: draw.plan
      ? { sessionId: id, goal: 'g', todos: [{ id: '1', content: 'c', done: false }], notes: ['n'], lastId: 1, at: 3 }
      : null,
    draft:
      draw.draft && file !== undefined
        ? {
            sessionId: id,
            text: 'not sent',
            attachments: [{ kind: 'file', mime: 'a/b', name: 'f', blob: file, bytes: 0 }],
            asks: { thinking: 'high', modes: ['search'] },
            at: 4,
          }
        : null,
  };
}

/** A user's entire history; ids are unique across its conversations. */
export const histories: Arbitrary<SessionHistory[]> = tuple(
  ...['a', 'b', 'c'].map((name) => option(sessionNamed(name), { nil: null })),
).map((drawn) => drawn.filter((one) => one !== null));
