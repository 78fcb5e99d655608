import { useState } from 'react';
import { networkEndpoints } from '#contract/network.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';

/** Asks the server of a vendor once, without a key, and says whether it answered. */
export function NetworkTestRow() {
  const t = useT('system');
  const messageOf = useProblemMessage();
  const say = useReasonOrQuote();
  const host = useHostGroup(networkEndpoints);
  const { connections } = useConnections();
  const { busy, error, submit } = useSubmission();
  const [result, setResult] = useState<{ status: number | null; problem: string | null } | null>(null);
  const usable = connections?.filter((one) => !one.practice && one.network === 'public') ?? [];
  const target = usable.find((one) => one.configured) ?? usable[0];
  if (!target) return null;
  const name = new URL(target.baseUrl).host;
  return (
    <>
      <div>
        <Button
          small
          busy={busy}
          onClick={() =>
            void submit(async () => {
              setResult(null);
              setResult(await host.testNetwork({ connection: target.id }));
            })
          }
        >
          {t('networkTest', { host: name })}
        </Button>
      </div>
      {result && (
        <Notice tone={result.problem === null ? 'success' : 'warning'} live>
          {result.problem === null ? t('networkWorks', { host: name }) : say(result.problem)}
        </Notice>
      )}
      {error !== null && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
    </>
  );
}
