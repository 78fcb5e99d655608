import { createPackage } from '@electron/asar';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sentinel and layout of Electron's fuse wire: sentinel, version, length, one character per fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_VERSION = 1;
/** All fuses of Electron 45 as it ships (build/fuses/fuses.json5): packaging must flip most of them. */
const SHIPPED = '101100011';

/** An x86-64 ELF header, followed only by the fuse wire. */
function tinyElf(): Buffer {
  const header = Buffer.alloc(64);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(0x3e, 18);
  header.writeUInt32LE(1, 20);
  header.writeUInt16LE(64, 52);
  return Buffer.concat([
    header,
    Buffer.alloc(64),
    Buffer.from(SENTINEL),
    Buffer.from([FUSE_VERSION, SHIPPED.length]),
    Buffer.from(SHIPPED),
    Buffer.alloc(64),
  ]);
}

/** A folder that electron-builder accepts as an unpacked Electron of this version, so that it needs no download. */
export async function writeSyntheticElectron(folder: string, version: string): Promise<void> {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  writeFileSync(join(folder, 'electron'), tinyElf(), { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'LICENSE'), 'synthetic');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), 'synthetic');
  for (const language of ['en-US', 'ko', 'ja', 'de'])
    writeFileSync(join(folder, 'locales', `${language}.pak`), 'synthetic');
  const app = mkdtempSync(join(tmpdir(), 'baton-default-app-'));
  try {
    writeFileSync(join(app, 'package.json'), '{"main":"main.js"}');
    writeFileSync(join(app, 'main.js'), '');
    await createPackage(app, join(folder, 'resources', 'default_app.asar'));
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
}
