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
import { loadPi } from './peer-pi.ts';
import { print } from './print.ts';
import { benchRestore } from './restore.ts';
import { benchSearch } from './search.ts';
import { benchSpeed } from './speed.ts';
import { benchStreaming } from './streaming.ts';

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

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  acceptance: async () =>
    benchAcceptance(await libraries(), [
      'Claude, manual',
      'Claude, adaptive',
      'Claude, bound signatures',
      'GPT',
      'Gemini 3',
    ]),
  compile: async () => {
    const names = ['Claude, adaptive', 'GPT', 'a local server', 'Gemini 3'];
    await benchSpeed(await libraries(), Object.fromEntries(names.map((name) => [name, seatTarget(name)])));
    await benchCompile();
  },
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

/** `npm run bench -- compile` runs one part alone. */
const requested = process.argv.slice(2).filter((name) => Number.isNaN(Number(name)));
for (const [name, run] of Object.entries(PARTS)) if (requested.length === 0 || requested.includes(name)) await run();
