import { HostProblemError } from '#host-client/host-error.ts';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { StoreCard } from '#ui/shared/secrets/store-card.tsx';
import field from '#ui/kit/controls/field.module.css';

const ABOUT_KEYS = new Set(['secrets_unset', 'secrets_locked', 'secrets_unreadable']);

/** Says why a server couldn't be stored. If secret storage isn't chosen yet, the user can choose it here. */
export function ProblemNotice({ error }: { error: unknown }) {
  const problemMessage = useProblemMessage();
  const { secrets } = useSecretsState();
  if (error === null) return null;
  const aboutKeys = error instanceof HostProblemError && ABOUT_KEYS.has(error.code);
  const settled = secrets !== undefined && secrets.kind !== 'unset' && !secrets.locked && secrets.problem === null;
  if (aboutKeys && settled) return null;
  return (
    <div className={field['stack']}>
      <Notice tone="danger" live>
        {problemMessage(error)}
      </Notice>
      {aboutKeys && secrets && <StoreCard state={secrets} />}
    </div>
  );
}
