import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Runs an action of the user and shows a toast when it fails. */
export function useUpdateAction(): (doing: Promise<void>) => void {
  const toast = useToast();
  const messageOf = useProblemMessage();
  return (doing) => void doing.catch((error: unknown) => toast({ tone: 'danger', title: messageOf(error) }));
}
