import { useCallback, useState } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Runs an action in the host, then reads the servers again. Shows a failure. Resolves to whether it succeeded. */
export function useServerAction(): { busy: boolean; act: (work: () => Promise<unknown>) => Promise<boolean> } {
  const { reload } = useServices().mcp.servers;
  const toast = useToast();
  const problemMessage = useProblemMessage();
  const [busy, setBusy] = useState(false);
  const act = useCallback(
    async (work: () => Promise<unknown>) => {
      setBusy(true);
      let done = true;
      try {
        await work();
      } catch (error) {
        done = false;
        toast({ tone: 'danger', title: problemMessage(error) });
      }
      await reload();
      setBusy(false);
      return done;
    },
    [reload, toast, problemMessage],
  );
  return { busy, act };
}
