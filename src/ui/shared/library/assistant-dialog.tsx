import { useId, useRef, useState } from 'react';
import { nonEmpty, type RequestParameters } from '#core/vendors/base/request-parameters.ts';
import { without } from '#core/without.ts';
import { MAX_MESSAGES_RANGE } from '#flows/conversation/max-messages.ts';
import type { AssistantRow, AssistantTools, SessionTarget } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { NumberInput } from '#ui/kit/controls/number-input.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ModelPicker } from '#ui/shared/models/model-picker.tsx';
import { LearnedThinkingControl } from '#ui/shared/models/learned-thinking-control.tsx';
import { ParameterForm } from '#ui/shared/parameters/parameter-form.tsx';
import type { AssistantDraft } from './assistant-draft.ts';
import { EditDialog } from './edit-dialog.tsx';
import css from './library.module.css';
import { useLibraryAction } from './use-library-action.ts';

const EMPTY: AssistantDraft = { name: '', system: '', target: null };
const TOOL_CHOICES = ['open', 'off', 'ask', 'plan'] as const;
type ToolChoice = (typeof TOOL_CHOICES)[number];

interface AssistantDialogProps {
  /** `null` for a new one. */
  assistant: AssistantRow | null;
  /** Initial values of a new one. */
  draft?: AssistantDraft;
  onClose: () => void;
  onSaved?: (assistant: AssistantRow) => void;
}

export function AssistantDialog({ assistant, draft = EMPTY, onClose, onSaved }: AssistantDialogProps) {
  const t = useT('library');
  const context = useT('context');
  const parameters = useT('parameters');
  const mostId = useId();
  const flows = useServices().library;
  const attempt = useLibraryAction();
  const name = useRef<HTMLInputElement>(null);
  const before: AssistantDraft = assistant ?? draft;
  const [written, setWritten] = useState(before);
  const [picking, setPicking] = useState(false);
  const [checked, setChecked] = useState(false);
  const choice = useTargetModel(written.target);

  const save = async () => {
    setChecked(true);
    if (written.name.trim() === '') return;
    const row = { ...written, system: written.system.trim() };
    await attempt(async () => {
      const saved = await flows.saveAssistant(
        { ...row, ...(assistant && { id: assistant.id }) },
        assistant ?? undefined,
      );
      onSaved?.(saved);
      onClose();
    });
  };
  const setTarget = (target: SessionTarget | null) => setWritten({ ...written, target });
  return (
    <EditDialog
      unsaved={written !== before}
      onClose={onClose}
      title={t(assistant ? 'assistant.edit' : 'assistant.new')}
      description={t('assistant.help')}
      initialFocus={name}
      onSave={() => void save()}
    >
      <Field
        ref={name}
        label={t('name')}
        value={written.name}
        maxLength={80}
        autoComplete="off"
        error={checked && written.name.trim() === '' ? t('required') : null}
        onChange={({ target }) => setWritten({ ...written, name: target.value })}
      />
      <TextArea
        label={t('assistant.system')}
        rows={8}
        value={written.system}
        placeholder={t('assistant.placeholder')}
        hint={t('assistant.systemHint')}
        onChange={({ target }) => setWritten({ ...written, system: target.value })}
      />
      <div className={css['line']}>
        <span className={css['lineName']}>{t('assistant.model')}</span>
        <ModelPicker value={written.target} onChange={setTarget} open={picking} onOpenChange={setPicking} />
        {written.target && choice && (
          <LearnedThinkingControl
            connection={choice.connection}
            model={choice.model}
            value={written.target.thinking}
            onChange={(thinking) => written.target && setTarget({ ...written.target, thinking })}
          />
        )}
        {written.target && (
          <Button small variant="quiet" onClick={() => setTarget(null)}>
            {t('assistant.anyModel')}
          </Button>
        )}
      </div>
      <div className={css['line']}>
        <span className={css['lineName']}>{t('assistant.tools')}</span>
        <Segmented
          label={t('assistant.tools')}
          value={choiceOf(written.tools)}
          onChange={(choice) => setWritten(withTools(written, choice))}
          options={TOOL_CHOICES.map((value) => ({ value, label: t(`tools.${value}`) }))}
        />
      </div>
      <div className={css['line']}>
        <label className={css['lineName']} htmlFor={mostId}>
          {context('limit.label')}
        </label>
        <NumberInput
          range={MAX_MESSAGES_RANGE}
          id={mostId}
          value={written.maxMessages ?? null}
          none={context('limit.none')}
          onChange={(most) => setWritten({ ...written, maxMessages: most })}
        />
      </div>
      {written.target && choice && (
        <Disclosure summary={parameters('title')}>
          <ParameterForm
            connection={choice.connection}
            model={choice.model}
            thinking={written.target.thinking}
            value={written.parameters ?? {}}
            onChange={(next) => setWritten(withParameters(written, next))}
          />
        </Disclosure>
      )}
    </EditDialog>
  );
}

function withParameters(draft: AssistantDraft, next: RequestParameters): AssistantDraft {
  const kept = nonEmpty(next);
  return { ...without(draft, 'parameters'), ...(kept && { parameters: kept }) };
}

const choiceOf = (tools: AssistantTools | undefined): ToolChoice => (!tools ? 'open' : tools.on ? tools.mode : 'off');

function withTools(draft: AssistantDraft, choice: ToolChoice): AssistantDraft {
  if (choice === 'open') return without(draft, 'tools');
  const mode = choice === 'plan' ? 'plan' : 'ask';
  return { ...draft, tools: { on: choice !== 'off', mode, off: draft.tools?.off ?? [] } };
}
