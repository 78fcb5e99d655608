import { useCallback } from 'react';
import {
  NothingToSendError,
  NotSummarizedError,
  PromptRefusedError,
  SendStoppedError,
  SessionBusyError,
  StaleSummaryError,
  UndecidedError,
  WordsOnlyError,
} from '#flows/base/flow-errors.ts';
import { StorageError, toStorageError } from '#storage/storage-error.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { errorMessage } from '#core/thrown.ts';
import { useReasonOrQuote } from './use-reason.ts';

/** Longest excerpt of a script's words in a toast. */
const MAX_REASON_LENGTH = 500;

/** Describes what went wrong with a conversation, in the user's language. */
export function useErrorMessage(): (error: unknown) => string {
  const t = useT('chat');
  const scripts = useT('scripts');
  const tree = useT('tree');
  const projects = useT('projects');
  const say = useReasonOrQuote();
  return useCallback(
    (error) => {
      if (error instanceof SessionBusyError) return t('problem.busy');
      if (error instanceof NothingToSendError) return t('problem.nothing');
      if (error instanceof StaleSummaryError) return t('problem.staleSummary');
      if (error instanceof NotSummarizedError)
        return error.why === 'failed'
          ? t('problem.notSummarized', { message: error.message === '' ? '' : say(error.message) })
          : t(`problem.notSummarized.${error.why}`);
      if (error instanceof UndecidedError) return tree('problem.undecided');
      if (error instanceof SendStoppedError) return scripts('stopped');
      if (error instanceof PromptRefusedError)
        return scripts('refused', {
          script: visibleText(error.script).text,
          reason: visibleText(error.message).text.slice(0, MAX_REASON_LENGTH),
        });
      if (error instanceof WordsOnlyError) return projects('vectors.wordsOnly', { message: say(error.message) });
      if (error instanceof NotWriterError) return t('problem.notWriter');
      const storage = error instanceof StorageError ? error : toStorageError(error);
      if (storage.code === 'unknown') return say(errorMessage(error));
      return t(`problem.${storage.code}`);
    },
    [t, scripts, tree, projects, say],
  );
}
