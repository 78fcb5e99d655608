import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { crossingEndpoints, type CrossingState } from '#contract/crossing.ts';
import { findLeft, findOffer, otherSide, type Side } from '#state/crossing.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { SnapshotProgressView } from '#ui/features/history/snapshots/snapshot-progress.tsx';
import { useSnapshotsState } from '#ui/features/history/snapshots/use-snapshots-state.ts';
import { useRequestedPlace } from '#ui/features/history/steps/use-requested-place.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { Bring } from './bring.tsx';
import { KeysChoice } from './keys-choice.tsx';
import { Leave } from './leave.tsx';
import { useCrossing, useSide } from './use-crossing.ts';
import css from './crossing.module.css';

/** Moves everything between browser mode and the desktop app. `requested`: the user came to this section. */
export function CrossingSection({ requested }: { requested: boolean }) {
  const side = useSide();
  return side && <KnownSide here={side} requested={requested} />;
}

function KnownSide({ here, requested }: { here: Side; requested: boolean }) {
  const t = useT('crossing');
  const messageOf = useProblemMessage();
  const crossing = useCrossing();
  const host = useHostGroup(crossingEndpoints);
  const { list, active } = useSnapshotsState();
  const { comparison, fetching } = useStore(crossing.store);
  const { error, submit } = useSubmission();
  const [state, setState] = useState<CrossingState | null>(null);
  const place = useRequestedPlace(requested);
  const load = () => void submit(async () => setState(await host.crossing()));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, and after everything was brought
  useEffect(load, [comparison.step === 'done']);
  const from = otherSide(here);
  const making = active?.what === 'from-browser' || active?.what === 'from-desktop';

  return (
    <div ref={place} className={css['anchor']} data-crossing>
      <Section title={t('title')} intro={t('intro')}>
        <div className={css['stack']}>
          {error !== null && <RetryNotice onRetry={load}>{messageOf(error)}</RetryNotice>}
          {state && list && (
            <Bring
              from={from}
              offer={findOffer(list.snapshots, state, here)}
              last={findLeft(list.snapshots, from)}
              brought={state.brought}
            />
          )}
          {active && (making || fetching !== null) && <SnapshotProgressView active={active} />}
          {state && list && <Leave here={here} last={findLeft(list.snapshots, here)} />}
          {state && <KeysChoice state={state} onCopied={load} />}
        </div>
      </Section>
    </div>
  );
}
