import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Release, type ReleaseFile } from '../../src/contract/updates.ts';
import { signFeed } from './sign-feed.ts';

/**
 * `node test/packaging/write-feed.ts VERSION DOWNLOAD PAGE`: the feed of a release and its signature, from the installers, in
 * `dist/packages`. BATON_FEED_KEY is the Ed25519 key (PEM), BATON_FEED_SHARE the percentage of computers that the version is
 * offered to at first; without it, all.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough for a project that releases seldom, short enough that an old copy doesn't count for good. */
const VALID_DAYS = 120;
const MAX_NOTES = 10_000;

/** The packages that Baton installs itself, by their names (electron-builder.js). */
const TARGETS: readonly [RegExp, ReleaseFile['target']][] = [
  [/-linux-(?:x64|x86_64)\.AppImage$/, 'appimage-x64'],
  [/-win-x64\.exe$/, 'nsis-x64'],
  [/-win-arm64\.exe$/, 'nsis-arm64'],
  [/-mac-x64\.zip$/, 'mac-x64'],
  [/-mac-arm64\.zip$/, 'mac-arm64'],
];

/** What the changelog says about a version, as it stands there. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
  return section.slice(section.indexOf('\n')).trim().slice(0, MAX_NOTES);
}

export interface FeedValues {
  version: string;
  /** Folder of the installers on the web. */
  download: string;
  page: string;
  /** Percentage of computers. */
  share: number;
  now: number;
}

/** Throws where no installer is found, or where the app wouldn't read the feed. */
export function makeFeed(values: FeedValues, installers: string, changelog: string): Release {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const files = readdirSync(installers)
    .toSorted()
    .flatMap((name): ReleaseFile[] => {
      const target = TARGETS.find(([form]) => form.test(name))?.[1];
      if (target === undefined) return [];
      const path = join(installers, name);
      const sha512 = createHash('sha512').update(readFileSync(path)).digest('hex');
      return [{ target, url: `${values.download}/${name}`, size: statSync(path).size, sha512 }];
    });
  if (files.length === 0) throw new Error(`no installers in ${installers}`);
  return Release.parse({
    version: values.version,
    date: day(values.now),
    notes: notesOf(changelog, values.version),
    page: values.page,
    until: day(values.now + VALID_DAYS * DAY_MS),
    share: values.share,
    files,
  });
}

/** Writes `feed.json` and `feed.json.sig`. */
export function writeFeed(feed: Release, pem: string, out: string): void {
  mkdirSync(out, { recursive: true });
  const bytes = Buffer.from(`${JSON.stringify(feed, null, 2)}\n`);
  writeFileSync(join(out, 'feed.json'), bytes);
  writeFileSync(join(out, 'feed.json.sig'), `${signFeed(bytes, pem)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version, download, page] = process.argv.slice(2);
  const pem = process.env['BATON_FEED_KEY'];
  if (!version || !download || !page || !pem) throw new Error('Which VERSION, DOWNLOAD and PAGE, and BATON_FEED_KEY?');
  const share = Number(process.env['BATON_FEED_SHARE'] || 100);
  const values = { version: version.replace(/^v/, ''), download, page, share, now: Date.now() };
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  writeFeed(makeFeed(values, join(root, 'dist/installers'), changelog), pem, join(root, 'dist/packages'));
  process.stdout.write('dist/packages/feed.json and its signature\n');
}
