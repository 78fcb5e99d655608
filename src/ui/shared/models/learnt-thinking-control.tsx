import type { Connection } from '#contract/connection.ts';
import type { Model, ThinkingLevel } from '#core/model.ts';
import { useLearntModel } from '#ui/data/use-learnt-model.ts';
import { usePageData } from '#ui/data/page-data.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { ThinkingControl } from './thinking-control.tsx';

interface LearntThinkingControlProps {
  connection: Connection;
  model: Model;
  /** A conversation that may have decisions of its own. */
  sessionId?: string;
  value: ThinkingLevel;
  onChange: (level: ThinkingLevel) => void;
}

/** The level of thinking as it is really asked for: what the vendor has refused is not offered as if it were sent. */
export function LearntThinkingControl({ connection, model, sessionId, value, onChange }: LearntThinkingControlProps) {
  const t = useT('models');
  const common = useT('common');
  const toast = useToast();
  const { problems } = usePageData();
  const learnt = useLearntModel(connection, model, sessionId);
  const { thinking } = learnt;
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => problems.add(error));
  const askAgain = async () => {
    if (!thinking) return;
    const { because } = thinking;
    await attempt(learnt.forget(because));
    toast({
      title: t('thinking.askedAgain', { model: model.label }),
      action: { label: common('undo'), run: () => void attempt(learnt.restore(because)) },
    });
  };
  return (
    <ThinkingControl
      value={value}
      onChange={onChange}
      support={learnt.model.thinking}
      refused={thinking}
      onAskAgain={() => void askAgain()}
    />
  );
}
