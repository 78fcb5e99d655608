import type { JoinSync } from '#contract/sync.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { errorMessage } from '#core/thrown.ts';
import type { RemoteKind } from './read-remote-input.ts';
import { useReason } from '#ui/shared/errors/use-reason.ts';
import { problemOf, type SyncProblem } from './sync-problem.ts';
import css from './sync.module.css';

/** Problems that another address, name or password may solve. */
const OF_THE_PLACE: ReadonlySet<SyncProblem> = new Set([
  'sync_unreachable',
  'sync_refused',
  'sync_missing',
  'sync_unfit',
  'sync_full',
  'sync_taken',
  'bad_request',
]);

interface SetUpFailureProps {
  error: unknown;
  how: JoinSync['how'];
  kind: RemoteKind;
  onHow: (how: JoinSync['how']) => void;
  /** Absent when there already is one. */
  onPlace?: () => void;
  onPassphrase: () => void;
}

/** Why the setup failed, with the alternative if there is one. */
export function SetUpFailure({ error, how, kind, onHow, onPlace, onPassphrase }: SetUpFailureProps) {
  const t = useT('sync');
  const reason = useReason();
  const problem = problemOf(error);
  const nobody = problem === 'sync_missing' && how === 'join';
  const other = problem === 'sync_taken' ? 'join' : nobody ? 'begin' : null;
  const ways = [
    other && (
      <Button key={other} small onClick={() => onHow(other)}>
        {t(other === 'join' ? 'setup.joinInstead' : 'setup.beginInstead')}
      </Button>
    ),
    onPlace && OF_THE_PLACE.has(problem) && (
      <Button key="place" small onClick={onPlace}>
        {t('setup.changePlace')}
      </Button>
    ),
    problem === 'wrong_passphrase' && (
      <Button key="passphrase" small onClick={onPassphrase}>
        {t('setup.changePassphrase')}
      </Button>
    ),
  ].filter(Boolean);
  // Without a detail, a problem of the host has only a title for developers.
  const detail = error instanceof HostProblemError ? (error.detail ?? '') : errorMessage(error);
  const said = reason(detail);
  return (
    <Notice tone="danger" live title={t('setup.failed')} actions={ways.length > 0 && ways}>
      <p>{t(messageFor(problem, kind, how))}</p>
      {detail !== '' && (
        <Disclosure summary={t('problem.detail')}>
          {said === null ? <code className={css['address']}>{detail}</code> : <p>{said}</p>}
        </Disclosure>
      )}
    </Notice>
  );
}

/** If nothing is set up yet, the user should check their input first. */
function messageFor(problem: SyncProblem, kind: RemoteKind, how: JoinSync['how']) {
  if (problem === 'sync_missing') return how === 'join' ? 'problem.join_missing' : (`setup.missing_${kind}` as const);
  if (problem === 'sync_refused') return `setup.refused_${kind}` as const;
  if (problem === 'sync_unfit' && kind !== 'folder') return `setup.unfit_${kind}` as const;
  return `problem.${problem}` as const;
}
