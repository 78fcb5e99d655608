import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { switchCost } from '#flows/request/switch-cost.ts';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { usePreview } from '#ui/data/use-inspection.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useKeptFocus } from '#ui/kit/keyboard/use-kept-focus.ts';
import { sameModel } from '#ui/shared/models/model-groups.ts';
import { ModelPicker } from '#ui/shared/models/model-picker.tsx';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { ActionButton } from '#ui/features/conversation/message/action-button.tsx';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import type { ModelChoiceKind } from '#ui/features/conversation/scene/use-panels.ts';
import css from './choose-models.module.css';

const WORDS = { another: 'again', beside: 'with', new: 'new' } as const;
/** How many fit side by side. */
const MAX_TARGETS = { another: 1, beside: 3, new: 3 } as const;

interface ChooseModelsProps {
  kind: ModelChoiceKind;
  sessionId: string;
  /** The conversation's own target: the first of several, and the source of the thinking level. */
  target: SessionTarget | null;
  /** Chosen before. */
  others: readonly SessionTarget[];
  /** What would be sent, for a choice about the next message. */
  outgoing: OutgoingMessage | null;
  /** The conversation uses tools. */
  tools: boolean;
  onChoose: (targets: readonly SessionTarget[]) => void;
  onClose: () => void;
}

/** Chooses the models that answer, with the cost if it is known. */
export function ChooseModels({
  kind,
  sessionId,
  target,
  others,
  outgoing,
  tools,
  onChoose,
  onClose,
}: ChooseModelsProps) {
  const t = useT('tree');
  const common = useT('common');
  const [chosen, setChosen] = useState(others);
  const [open, setOpen] = useState(others.length === 0);
  const body = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLDivElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  useKeptFocus(body);
  const purpose = WORDS[kind];
  const priced = kind === 'new';
  const add = (next: SessionTarget) => {
    setOpen(false);
    const one = { ...next, thinking: target?.thinking ?? next.thinking };
    setChosen((before) =>
      MAX_TARGETS[kind] === 1
        ? [one]
        : [...before.filter((other) => !sameModel(other, one)), one].slice(0, MAX_TARGETS[kind]),
    );
  };
  const done = (targets: readonly SessionTarget[]) => {
    onChoose(targets);
    onClose();
  };
  const first = priced ? target : null;
  return (
    <Modal
      open
      onOpenChange={(now) => !now && onClose()}
      title={t(`title.${purpose}`)}
      description={t(`body.${purpose}`)}
      footer={
        <>
          <Button variant="quiet" onClick={() => (priced && others.length > 0 ? done([]) : onClose())}>
            {priced && others.length > 0 ? t('new.off') : common('cancel')}
          </Button>
          <Button ref={confirm} variant="primary" disabled={chosen.length === 0} onClick={() => done(chosen)}>
            {t(`do.${purpose}`)}
          </Button>
        </>
      }
    >
      <div ref={body} className={css['choices']}>
        <ul className={css['models']}>
          {first && <Chosen sessionId={sessionId} target={first} outgoing={outgoing} priced />}
          {chosen.map((one) => (
            <Chosen
              key={`${one.connection} ${one.model}`}
              sessionId={sessionId}
              target={one}
              outgoing={outgoing}
              priced={priced}
              onRemove={() => setChosen((before) => before.filter((other) => other !== one))}
            />
          ))}
        </ul>
        {chosen.length < MAX_TARGETS[kind] && (
          <div ref={picker} className={css['add']}>
            <ModelPicker
              value={null}
              onChange={add}
              open={open}
              onOpenChange={setOpen}
              // It opens with the dialog, so the previous place is outside of it.
              finalFocus={() => picker.current?.querySelector('button') ?? confirm.current}
            />
          </div>
        )}
      </div>
      {priced && <p className={css['note']}>{t('models.uncached')}</p>}
      {tools && kind !== 'another' && <p className={css['note']}>{t('models.tools')}</p>}
    </Modal>
  );
}

interface ChosenProps {
  sessionId: string;
  target: SessionTarget;
  outgoing: OutgoingMessage | null;
  priced: boolean;
  /** Absent for the conversation's own model. */
  onRemove?: () => void;
}

function Chosen({ sessionId, target, outgoing, priced, onRemove }: ChosenProps) {
  const t = useT('tree');
  const found = useTargetModel(target);
  const label = useModelName()(target);
  return (
    <li className={css['model']}>
      <VendorMark vendor={found?.connection.vendor ?? null} practice={found?.connection.practice ?? false} />
      <span className={css['name']}>
        {label}
        {found && found.connection.label !== label && <span className={css['source']}>{found.connection.label}</span>}
      </span>
      {priced && <Price sessionId={sessionId} target={target} outgoing={outgoing} />}
      {onRemove && (
        <ActionButton label={t('models.remove', { model: label })} icon={<X aria-hidden />} onClick={onRemove} />
      )}
    </li>
  );
}

function Price({ sessionId, target, outgoing }: Pick<ChosenProps, 'sessionId' | 'target' | 'outgoing'>) {
  const t = useT('tree');
  const { value } = usePreview(sessionId, target, outgoing, '');
  if (value?.ok !== true) return null;
  const { report, model, connection } = value;
  if (report.problem) return <span className={css['problem']}>{t('models.problem')}</span>;
  const tokens = formatTokens(report.tokens);
  const cost = connection.practice ? null : switchCost(report.tokens, null, model).change;
  return (
    <span className={css['price']}>
      {cost === null ? t('models.tokens', { tokens }) : t('models.cost', { tokens, cost: formatCost(cost) })}
    </span>
  );
}
