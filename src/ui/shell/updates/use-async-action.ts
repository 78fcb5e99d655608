import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Does what the person asked for; a refusal is told. */
export function useAsyncAction(): (doing: Promise<void>) => void {
  const toast = useToast();
  const words = useProblemMessage();
  return (doing) => void doing.catch((error: unknown) => toast({ tone: 'danger', title: words(error) }));
}
