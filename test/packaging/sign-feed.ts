import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `node test/packaging/sign-feed.ts FEED.json`: writes `FEED.json.sig`, signed by the Ed25519 key in BATON_FEED_KEY (PEM).
 * `node test/packaging/sign-feed.ts --new`: prints a new key, and what to put into FEED_KEYS.
 */

/** The signature of exactly these bytes, in base64. */
export const signFeed = (bytes: Uint8Array, pem: string): string =>
  sign(null, bytes, createPrivateKey(pem)).toString('base64');

export function newFeedKey(): { pem: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = process.argv;
  if (file === '--new') {
    const { pem, publicKey } = newFeedKey();
    process.stdout.write(`${pem}\nFEED_KEYS: '${publicKey}'\n`);
  } else {
    const pem = process.env['BATON_FEED_KEY'];
    if (!file || !pem) throw new Error('Which feed, and BATON_FEED_KEY?');
    writeFileSync(`${file}.sig`, `${signFeed(readFileSync(file), pem)}\n`);
  }
}
