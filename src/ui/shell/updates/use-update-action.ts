import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Runs an action of the user and shows a toast when it fails. Resolves to whether it succeeded. */
export function useUpdateAction(): (doing: Promise<void>) => Promise<boolean> {
  const toast = useToast();
  const messageOf = useProblemMessage();
  return async (doing) => {
    try {
      await doing;
      return true;
    } catch (error) {
      toast({ tone: 'danger', title: messageOf(error) });
      return false;
    }
  };
}
