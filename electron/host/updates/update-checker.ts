import { randomInt } from 'node:crypto';
import type { ConsentGiven } from '#contract/consent-given.ts';
import type { MuteUpdate, Release, UpdateState } from '#contract/updates.ts';
import { compareVersions } from '#core/compare-versions.ts';
import { BUILD_FEED, FEED_KEYS } from '#core/reliability/update-feed.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import type { ConfigurationStore } from '../configuration/configuration-store.ts';
import type { ConsentStore } from '../consents/consent-store.ts';
import { feedConsent } from '../consents/subjects.ts';
import type { HostDeps } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import { fetchFeed } from './fetch-feed.ts';
import { FeedError, type FeedProof } from './signed-feed.ts';
import { createUpdateRecordFile, type UpdateRecord } from './update-record.ts';

/** `auto-update-checker`: reports a newer version. Its package is the matter of package-store.ts. */
export interface UpdateChecker {
  state(): Promise<UpdateState>;
  /** Requests the feed if the user consented to it and the last request is a day old; errors are logged. */
  check(): Promise<UpdateState>;
  /** Consents to this address only; throws `approval_stale` when the configured one is different now. */
  agree(feed: string, given: ConsentGiven): Promise<UpdateState>;
  /** Also aborts requests in progress. */
  revoke(): Promise<UpdateState>;
  quiet(wish: MuteUpdate): Promise<UpdateState>;
  /**
   * Asks a signed feed now, because the user wants what it names. Rejects with a FeedError if it isn't trusted, and where the
   * user hasn't agreed to it.
   */
  askSigned(signal: AbortSignal): Promise<{ release: Release; proof: FeedProof }>;
  close(): void;
}

export interface UpdateCheckerDeps extends Pick<HostDeps, 'home' | 'version' | 'fetch' | 'clock' | 'log'> {
  configuration: Pick<ConfigurationStore, 'of'>;
  consents: ConsentStore;
  onChange: () => void;
  /** The feed of this build, and the keys that sign it. */
  build?: { feed: string | null; keys: readonly string[] };
  /** From 0 to 100, by chance. */
  drawPlace?: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function createUpdateChecker(deps: UpdateCheckerDeps): UpdateChecker {
  const { clock, configuration, consents, log } = deps;
  const build = deps.build ?? { feed: BUILD_FEED, keys: FEED_KEYS };
  const file = createUpdateRecordFile(deps.home, clock);
  const enqueue = createQueue();
  const drawPlace = deps.drawPlace ?? (() => randomInt(0, 10_000) / 100);
  let asking = new AbortController();

  async function settings(): Promise<{ feed: string | null; on: boolean }> {
    const now = await configuration.of(null);
    return { feed: now.updates.feed, on: isHookEnabled(now, 'auto-update-checker') };
  }

  const isAgreed = async (feed: string) => (await consents.listValid('feed')).some(({ subject }) => subject === feed);

  async function describe({ last, skipped, later, place }: UpdateRecord): Promise<UpdateState> {
    const { feed, on } = await settings();
    const may = feed !== null && (await isAgreed(feed));
    const own = last?.feed === feed ? last : null;
    const release = on && may ? (own?.release ?? null) : null;
    const newer = release && compareVersions(release.version, deps.version) > 0 ? release : null;
    const isLater = later !== null && later.version === newer?.version && isWithinADay(later.until - DAY_MS);
    // 100 is everybody, whatever the place.
    const isWaiting = newer?.share !== undefined && newer.share < 100 && (place ?? 0) >= newer.share;
    return {
      feed,
      on,
      agreed: may,
      asked: own && { at: own.at, failed: own.failed, ...(own.why !== undefined && { why: own.why }) },
      newer,
      quiet: newer !== null && (newer.version === skipped || isLater || isWaiting),
      ...(isWaiting && { waiting: true }),
    };
  }

  /** A time in the future means that a clock was wrong. */
  function isWithinADay(since: number): boolean {
    const past = clock.now() - since;
    return past >= 0 && past < DAY_MS;
  }

  const change = (edit: (record: UpdateRecord) => UpdateRecord | Promise<UpdateRecord>): Promise<UpdateState> =>
    enqueue(async () => {
      const record = await edit(await file.read());
      await file.write(record);
      deps.onChange();
      return describe(record);
    });

  async function ask(signal: AbortSignal): Promise<UpdateState> {
    const before = await file.read();
    const record = { ...before, place: before.place ?? drawPlace() };
    const { feed, on } = await settings();
    const isDue = record.last?.feed !== feed || !isWithinADay(record.last.at);
    if (feed === null || !on || !isDue || !(await isAgreed(feed)) || signal.aborted) return describe(record);
    const known = record.last?.feed === feed ? record.last.release : null;
    const last = { feed, at: clock.now(), failed: true, release: known };
    // Stored before the request, so that it isn't repeated today whatever happens.
    await file.write({ ...record, last });
    let next: UpdateRecord = { ...record, last };
    try {
      const trust = { keys: feed === build.feed ? build.keys : [], seen: known?.version ?? null };
      const { release } = await fetchFeed(deps, feed, signal, trust);
      next = { ...record, last: { ...last, failed: false, release } };
      log.write('info', 'updates-asked', { feed, version: next.last?.release?.version });
      await file.write(next);
    } catch (error) {
      log.write('warn', 'updates-not-told', { feed, error });
      if (error instanceof FeedError) {
        next = { ...record, last: { ...last, why: error.fault } };
        await file.write(next);
      }
    }
    deps.onChange();
    return describe(next);
  }

  return {
    state: async () => describe(await file.read()),
    check() {
      // Bound to the current consent: if it is revoked while this waits, no request is sent.
      const { signal } = asking;
      return enqueue(() => ask(signal));
    },
    agree: (feed, given) =>
      change(async (record) => {
        if ((await settings()).feed !== feed) throw new HostError('approval_stale');
        await consents.give(feedConsent(feed), given);
        return record;
      }),
    revoke() {
      asking.abort();
      asking = new AbortController();
      return change(async (record) => {
        await consents.revoke(({ kind }) => kind === 'feed');
        return record;
      });
    },
    quiet: ({ version, how }) =>
      change((record) =>
        how === 'skip'
          ? { ...record, skipped: version }
          : { ...record, later: { version, until: clock.now() + DAY_MS } },
      ),
    askSigned(wish) {
      const signal = AbortSignal.any([wish, asking.signal]);
      return enqueue(async () => {
        const { feed, on } = await settings();
        const record = await file.read();
        if (feed === null || !on || feed !== build.feed || build.keys.length === 0 || !(await isAgreed(feed)))
          throw new FeedError('untrusted', 'There is no signed feed that the user has agreed to.');
        const seen = record.last?.feed === feed ? (record.last.release?.version ?? null) : null;
        const { release, proof } = await fetchFeed(deps, feed, signal, { keys: build.keys, seen });
        if (proof === null) throw new FeedError('untrusted', 'The feed isn’t signed.');
        await file.write({ ...record, last: { feed, at: clock.now(), failed: false, release } });
        return { release, proof };
      });
    },
    close: () => asking.abort(),
  };
}
