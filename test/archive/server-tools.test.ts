import { describe, expect, it } from 'vitest';
import { openArchive } from '#archive/read-archive.ts';
import type { SessionHistory } from '#archive/records.ts';
import { SYNC_VERSION } from '#archive/sync/sync-object.ts';
import type { HistoryMessage } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import type { SendRow, StoredMessage } from '#storage/rows.ts';
import { SendRowSchema } from '#storage/send-schemas.ts';
import { Lab, outcome, practiceTarget, practiceVendors, WELL, withOwnTools } from '#test/vendors/practice-lab.ts';
import { loadService } from '#vendors/registry.ts';
import { BEGINNING, SESSION, SimulatedDevice } from './sync/simulated-devices.ts';
import { readAll, written } from './support.ts';

const SEARCH = '!search tea\n!echo Tea is a drink. It is also a plant.';
const claude = withOwnTools(practiceTarget('practice-claude', { thinking: 'off' }));
const gpt = withOwnTools(practiceTarget('practice-gpt'));

/** Searches of two vendors, and a third one between them and the way back. */
async function conversation(): Promise<Lab> {
  const vendors = practiceVendors();
  const lab = new Lab((input, init) => vendors.fetch(new Request(input, init)));
  const turns: [string, Target][] = [
    [SEARCH, claude],
    [`!think 1\n${SEARCH}`, gpt],
    ['As Gemini.', practiceTarget('practice-gemini', { thinking: 'off' })],
  ];
  for (const [text, target] of turns) expect(outcome(await lab.say(text, target))).toEqual(WELL);
  return lab;
}

function sendOf(answer: StoredMessage, target: Target, more: Partial<SendRow> = {}): SendRow {
  return {
    id: answer.id,
    sessionId: SESSION,
    at: answer.seq,
    connection: 'c',
    vendor: target.vendor,
    model: target.model.id,
    endpoint: target.endpoint,
    thinking: 'off',
    system: '',
    notes: [],
    left: 0,
    first: null,
    tokens: 1,
    budget: null,
    digest: 'd',
    vendorNotes: [],
    repairs: [],
    ...more,
  };
}

function stored(history: readonly HistoryMessage[]): SessionHistory {
  const messages = history.map(({ id = '', role, parts, origin, stop }, index): StoredMessage => ({
    id,
    sessionId: SESSION,
    parentId: history[index - 1]?.id ?? null,
    seq: index + 1,
    role,
    parts: parts as StoredMessage['parts'],
    status: 'complete',
    createdAt: index,
    ...(origin && { origin }),
    ...(stop && { stop }),
  }));
  const answers = messages.filter(({ role }) => role === 'assistant');
  const sends = answers.flatMap((answer, index) => {
    const target = [claude, gpt][index];
    return target ? [sendOf(answer, target, target.serverTools && { serverTools: target.serverTools })] : [];
  });
  const session = { ...BEGINNING.session, leafId: messages.at(-1)?.id ?? null, lastSeq: messages.length };
  return { ...BEGINNING, session, messages, sends };
}

const NEXT: HistoryMessage = { id: 'next', role: 'user', parts: [{ type: 'text', text: 'And here?' }] };

/** The body that the next request would have. */
async function nextBody(messages: readonly HistoryMessage[], target: Target): Promise<string> {
  const service = await loadService(target.model.protocol, { fetch: () => Promise.reject(new Error('offline')) });
  const { request } = service.sanitizeMessages([...messages, NEXT], [], target);
  return JSON.stringify(service.prepare(request, target).body);
}

describe('blocks of tools that vendors ran', () => {
  it('go home byte for byte after an archive, a sync and a restore', async () => {
    const { history } = await conversation();
    const before = stored(history);
    const [archived] = await readAll(await written([before]));
    if (!archived) throw new Error('nothing was restored');
    expect(archived).toEqual({ ...before, sends: before.sends.toSorted((a, b) => (a.id < b.id ? -1 : 1)) });

    const ada = new SimulatedDevice('ada', 0, archived);
    const bea = new SimulatedDevice('bea', 0, null);
    ada.send();
    for (const text of ada.log) bea.receive(text);
    const synced = bea.history;
    if (!synced) throw new Error('nothing was synced');
    expect(synced.messages).toEqual(before.messages);
    expect(synced.sends).toEqual(expect.arrayContaining(before.sends));

    for (const target of [claude, gpt]) {
      const wanted = await nextBody(history, target);
      for (const copy of [archived, synced])
        expect(await nextBody(copy.messages as HistoryMessage[], target)).toBe(wanted);
      const own = history.flatMap(({ origin, parts }) =>
        origin?.vendor === target.vendor ? parts.filter((part) => part.type === 'vendor_block') : [],
      );
      expect(own.length).toBeGreaterThan(1);
      // Citations go back inside of their text.
      const whole = own.filter(({ kind }) => kind !== 'citations' && kind !== 'annotations');
      for (const { data } of whole) expect(wanted).toContain(data);
    }
  });
});

describe('what was written before requests said which of these tools they declared', () => {
  const answer: StoredMessage = {
    id: 'a',
    sessionId: SESSION,
    parentId: null,
    seq: 1,
    role: 'assistant',
    parts: [{ type: 'text', text: 'Hello' }],
    status: 'complete',
    createdAt: 1,
  };
  /** As the build before the field wrote it: never change it. */
  const LINE =
    '{"id":"a","sessionId":"s","at":1,"connection":"c","vendor":"anthropic","model":"practice-claude","endpoint":"https://anthropic.practice.invalid","thinking":"off","system":"","notes":[],"left":0,"first":null,"tokens":1,"budget":null,"digest":"d","vendorNotes":[],"repairs":[]}';
  const ARCHIVED =
    '{"row":{"at":1,"budget":null,"connection":"c","digest":"d","endpoint":"https://anthropic.practice.invalid","first":null,"id":"a","left":0,"model":"practice-claude","notes":[],"repairs":[],"sessionId":"s","system":"","thinking":"off","tokens":1,"vendor":"anthropic","vendorNotes":[]},"type":"send"}';
  const MESSAGE =
    '{"id":"a","parentId":null,"role":"assistant","parts":[{"type":"text","text":"Hello"}],"status":"complete","createdAt":1}';
  const send = JSON.parse(LINE) as SendRow;
  const old: SessionHistory = { ...BEGINNING, messages: [answer], sends: [send] };

  it('opens unchanged from a database', () => {
    expect(JSON.stringify(SendRowSchema.parse(send))).toBe(LINE);
  });

  it('opens unchanged from an archive', async () => {
    const files = await written([old]);
    const archive = await openArchive(files.list());
    const [entry] = archive.manifest.conversations;
    expect(files.text(entry?.file ?? '')).toContain(ARCHIVED);
    expect((await readAll(files))[0]?.sends).toEqual([send]);
  });

  it('opens unchanged from an object of sync of that time', () => {
    const bea = new SimulatedDevice('bea', 0, BEGINNING);
    const record = (key: string, value: string) =>
      `{"kind":"record","session":"s","key":"${key}","t":1000001,"by":"ada","value":${value}}`;
    for (const version of [4, SYNC_VERSION]) {
      const head = `{"sync":${version},"device":"ada","name":"ada","counter":1,"previous":null,"base":false,"at":0}`;
      const sent = LINE.replace('"sessionId":"s",', '');
      bea.receive([head, record('message:a', MESSAGE), record('send:a', sent)].join('\n'));
      expect(bea.history?.sends).toEqual([send]);
    }
  });
});
