import { memo } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model, ThinkingLevel } from '#core/model.ts';
import { useServices } from '#ui/data/services.ts';
import { useLearnedModel } from '#ui/data/use-learned-model.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { ThinkingControl } from './thinking-control.tsx';

interface LearntThinkingControlProps {
  connection: Connection;
  model: Model;
  /** A conversation that may have its own repairs. */
  sessionId?: string;
  value: ThinkingLevel;
  onChange: (level: ThinkingLevel) => void;
}

/** The thinking level that is actually requested: levels the vendor has refused aren't offered. */
export const LearnedThinkingControl = memo(function LearnedThinkingControl({
  connection,
  model,
  sessionId,
  value,
  onChange,
}: LearntThinkingControlProps) {
  const t = useT('models');
  const common = useT('common');
  const toast = useToast();
  const { problems } = useServices();
  const learned = useLearnedModel(connection, model, sessionId);
  const { thinking } = learned;
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => problems.add(error));
  const askAgain = async () => {
    if (!thinking) return;
    const { because } = thinking;
    await attempt(learned.forget(because));
    toast({
      title: t('thinking.askedAgain', { model: model.label }),
      action: { label: common('undo'), run: () => void attempt(learned.restore(because)) },
    });
  };
  return (
    <ThinkingControl
      value={value}
      onChange={onChange}
      support={learned.model.thinking}
      refused={thinking}
      onAskAgain={() => void askAgain()}
    />
  );
});
