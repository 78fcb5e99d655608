import { useProblemWords } from '#ui/shared/secrets/use-problem-words.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Does what the person asked for; a refusal is told. */
export function useAct(): (doing: Promise<void>) => void {
  const toast = useToast();
  const words = useProblemWords();
  return (doing) => void doing.catch((error: unknown) => toast({ tone: 'danger', title: words(error) }));
}
