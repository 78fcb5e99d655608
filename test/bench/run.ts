import { SEAT_NAMES, seatTarget } from '../vendors/practice-lab.ts';
import { benchAcceptance } from './acceptance.ts';
import { benchAnswer } from './answer.ts';
import { loadBaton } from './baton.ts';
import { benchCompile } from './compile.ts';
import { benchExport } from './export.ts';
import { benchHost } from './host.ts';
import { benchHostileTexts } from './hostile-texts.ts';
import { installPeers } from './install-peers.ts';
import { benchPassages } from './passages.ts';
import type { Library } from './library.ts';
import { benchOpening } from './opening.ts';
import { loadAiSdk } from './peer-ai-sdk.ts';
import { loadLangChain } from './peer-langchain.ts';
import { loadPi } from './peer-pi.ts';
import type { Figure } from './performance-table.ts';
import { print } from './print.ts';
import { benchRestore } from './restore.ts';
import { benchSearch } from './search.ts';
import { benchStart } from './start.ts';
import { benchStreaming } from './streaming.ts';
import { writeFigures } from './write-figures.ts';

const protocols = new Map(SEAT_NAMES.map((name) => seatTarget(name).model).map(({ id, protocol }) => [id, protocol]));

/** Baton and the libraries to compare with, which store the protocol of each model with each message. */
async function loadLibraries(): Promise<Library[]> {
  const baton = await loadBaton();
  const missing = await installPeers();
  if (missing === null) return [baton, await loadPi(protocols), ...(await loadAiSdk(protocols))];
  print(`The libraries to compare with could not be installed (${missing}); only Baton is measured.`);
  return [baton];
}

let loading: Promise<Library[]> | null = null;
const libraries = () => (loading ??= loadLibraries());

/** Each measures its rows of the table in `docs/performance.md`, if it has any. */
const PARTS: Readonly<Record<string, () => Promise<readonly Figure[] | void>>> = {
  acceptance: async () =>
    benchAcceptance(await libraries(), [
      'Claude, manual',
      'Claude, adaptive',
      'Claude, bound signatures',
      'GPT',
      'Gemini 3',
    ]),
  compile: () =>
    benchCompile(async () => {
      const [, ...peers] = await libraries();
      return [await loadBaton(), ...peers, ...(peers.length === 0 ? [] : [await loadLangChain()])];
    }),
  start: benchStart,
  answer: benchAnswer,
  opening: benchOpening,
  streaming: benchStreaming,
  host: benchHost,
  search: benchSearch,
  passages: benchPassages,
  'hostile-texts': benchHostileTexts,
  restore: benchRestore,
  export: benchExport,
};

/** `npm run bench -- compile` runs one part alone. Numbers choose other sizes, which the table doesn't have. */
const args = process.argv.slice(2);
const requested = args.filter((name) => Number.isNaN(Number(name)));
const unknown = requested.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) throw new Error(`no part ${unknown}; there are ${Object.keys(PARTS).join(', ')}`);
for (const [name, run] of Object.entries(PARTS))
  if (requested.length === 0 || requested.includes(name)) {
    const figures = (await run()) ?? [];
    if (figures.length > 0 && args.length === requested.length) writeFigures(name, figures);
  }
