import { useStore } from 'zustand';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type RefObject,
} from 'react';
import type { ElicitationAnswer, Elicitation } from '#tools/mcp/elicitation.ts';
import type { ElicitationQueue, OpenQuestion } from '#tools/elicitation-queue.ts';
import { without } from '#core/without.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useT, type Translate } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { LinkAddress } from '#ui/shared/links/link-address.tsx';
import { useOpenExternal } from '#ui/shared/links/open-external.tsx';
import { PlainLines } from '#ui/shared/markdown/plain-lines.tsx';
import type { FieldError } from './check-answer.ts';
import { contentOf, fieldsOf, shownField, type Answers, type ElicitedField } from './elicitation-fields.ts';
import { requestsSecret } from './requests-secret.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import field from '#ui/kit/controls/field.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './elicitation-dialog.module.css';

/** Questions that servers ask during a call, one at a time. */
export function ElicitationDialog({ queue }: { queue: ElicitationQueue }) {
  const question = useSyncExternalStore(queue.subscribe, queue.current);
  const serverName = useServerName();
  const task = useTaskOf(question?.elicitation.call ?? null);
  if (!question) return null;
  const { elicitation, id, finished } = question;
  const server = serverName(elicitation.server);
  const answer = (given: ElicitationAnswer) => queue.answer(id, given);
  return elicitation.mode === 'url' ? (
    <UrlQuestion key={id} server={server} task={task} elicitation={elicitation} finished={finished} onAnswer={answer} />
  ) : (
    <FormQuestion key={id} server={server} task={task} elicitation={elicitation} onAnswer={answer} />
  );
}

/** The title of the task that made the call. */
function useTaskOf(call: string | null): string | null {
  return useStore(useServices().agent.runs.store, ({ runs }) => {
    if (call === null) return null;
    const run = [...runs.values()].find(({ calls }) => calls.some(({ key }) => key === call));
    return run?.task?.title ?? null;
  });
}

/**
 * What has the focus first: `usual`, by default the first field. A question that comes while the user writes elsewhere
 * gives it to the message of the server, so that no key becomes an answer.
 */
function useFirstFocus(usual?: RefObject<HTMLElement | null>) {
  const message = useRef<HTMLParagraphElement>(null);
  const [isWriting] = useState(() => document.activeElement?.matches('input, textarea') ?? false);
  const initialFocus = isWriting ? message : usual;
  return { message, modal: initialFocus ? { initialFocus } : {} };
}

function FromTask({ task }: { task: string | null }) {
  const t = useT('runs');
  return task !== null && <p className={text['quiet']}>{t('task.asks', { title: visibleText(task).text })}</p>;
}

/** A longer message scrolls on its own, so that it pushes neither who asks nor the answers out of view. */
const LONG_LINES = 12;
const LONG_CHARACTERS = 600;

/**
 * What the server wrote, marked as its words and with nothing hidden in them: it must not look like a sentence of
 * Baton's own.
 */
function Message({
  server,
  message,
  ref,
}: {
  server: string;
  message: string;
  ref: RefObject<HTMLParagraphElement | null>;
}) {
  const t = useT('mcp');
  const shown = visibleText(message);
  const long = shown.text.length > LONG_CHARACTERS || shown.text.split('\n').length > LONG_LINES;
  return (
    <div className={css['from']}>
      <p className={text['quiet']}>{t('ask.from', { server })}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls when it is long */}
      <p ref={ref} tabIndex={long ? 0 : -1} className={css['message']} data-long={long || undefined}>
        <PlainLines text={shown.text} />
      </p>
      {shown.hidden && <p className={text['warn']}>{t('def.hidden')}</p>}
    </div>
  );
}

interface QuestionProps<Mode extends Elicitation['mode']> {
  server: string;
  /** The task whose call it belongs to; `null` for the conversation's own. */
  task: string | null;
  elicitation: Extract<OpenQuestion['elicitation'], { mode: Mode }>;
  onAnswer: (answer: ElicitationAnswer) => void;
}

function FormQuestion({ server, task, elicitation, onAnswer }: QuestionProps<'form'>) {
  const t = useT('mcp');
  const form = useRef<HTMLFormElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const [fields] = useState(() => fieldsOf(elicitation.schema));
  const { message, modal } = useFirstFocus(fields.length === 0 ? no : undefined);
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(fields.map((one) => [one.name, one.initial])),
  );
  const [touched, setTouched] = useState(false);
  const [errors, setErrors] = useState<Record<string, FieldError>>({});

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = contentOf(fields, answers);
    setErrors(read.errors);
    if (Object.keys(read.errors).length === 0) onAnswer({ action: 'accept', content: read.content });
    else queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  return (
    <EditModal
      open
      sticky
      unsaved={touched}
      onClose={() => onAnswer({ action: 'cancel' })}
      title={t('ask.title', { server })}
      description={
        <>
          <FromTask task={task} />
          <Message server={server} message={elicitation.message} ref={message} />
        </>
      }
      {...modal}
      footer={
        <>
          <Button ref={no} onClick={() => onAnswer({ action: 'decline' })}>
            {t('ask.decline')}
          </Button>
          <Button type="submit" form={formId} variant="primary">
            {t('ask.accept')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={field['stack']} noValidate onSubmit={submit}>
        {requestsSecret(fields) && (
          <Notice tone="warning" title={t('ask.secretTitle')}>
            {t('ask.secret', { server })}
          </Notice>
        )}
        {fields.length > 0 && (
          <div role="group" aria-label={t('ask.from', { server })} className={`${css['from']} ${field['stack']}`}>
            {fields.map((one) => (
              <Question
                key={one.name}
                field={shownField(one)}
                value={answers[one.name] ?? ''}
                error={errorText(t, errors[one.name])}
                onChange={(value) => {
                  setTouched(true);
                  setAnswers((before) => ({ ...before, [one.name]: value }));
                  // It was said of another answer.
                  setErrors((before) => without(before, one.name));
                }}
              />
            ))}
          </div>
        )}
        <p className={text['quiet']}>{t('ask.warning', { server })}</p>
      </form>
    </EditModal>
  );
}

function errorText(t: Translate<'mcp'>, error: FieldError | undefined): string | null {
  if (!error) return null;
  const { wrong, limit: count = 0 } = error;
  return t(`ask.${wrong}`, { count });
}

interface OneProps {
  field: ElicitedField;
  value: Answers[string];
  error: string | null;
  onChange: (value: Answers[string]) => void;
}

function Question({ field: one, value, error, onChange }: OneProps) {
  const t = useT('mcp');
  const id = useId();
  const label = one.required || one.kind === 'boolean' ? one.label : t('ask.optional', { label: one.label });
  if (one.kind === 'boolean') {
    return (
      <label className={css['check']}>
        <input type="checkbox" checked={value === true} onChange={({ target }) => onChange(target.checked)} />
        <span>
          {one.label}
          {one.hint !== null && <span className={text['quiet']}> {one.hint}</span>}
        </span>
      </label>
    );
  }
  if (one.kind === 'many') {
    const chosen = Array.isArray(value) ? value.map(String) : [];
    return (
      <fieldset className={field['group']} aria-describedby={error ? `${id}-error` : undefined}>
        <legend className={field['label']}>{label}</legend>
        {one.hint !== null && <p className={field['hint']}>{one.hint}</p>}
        {one.choices.map((choice) => (
          <label key={choice.value} className={css['check']}>
            <input
              type="checkbox"
              checked={chosen.includes(choice.value)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, choice.value] : chosen.filter((other) => other !== choice.value))
              }
            />
            <span>{choice.label}</span>
          </label>
        ))}
        <p id={`${id}-error`} className={field['error']} role="alert">
          {error}
        </p>
      </fieldset>
    );
  }
  if (one.kind === 'one') {
    return (
      <Select
        label={label}
        hint={one.hint}
        error={error}
        value={String(value)}
        onChange={onChange}
        options={[{ value: '', label: t('ask.choose') }, ...one.choices]}
      />
    );
  }
  const numeric = one.kind === 'number' || one.kind === 'integer';
  return (
    <Field
      label={label}
      hint={one.hint}
      type={one.inputType}
      step={one.inputType === 'datetime-local' ? 1 : undefined}
      inputMode={numeric ? 'decimal' : undefined}
      autoComplete="off"
      required={one.required}
      value={String(value)}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function UrlQuestion({ server, task, elicitation, finished, onAnswer }: QuestionProps<'url'> & { finished: boolean }) {
  const t = useT('mcp');
  const openExternal = useOpenExternal();
  const no = useRef<HTMLButtonElement>(null);
  const { message, modal } = useFirstFocus(no);
  const [opened, setOpened] = useState(false);
  // Only where the user had opened the page: a server can't answer for them.
  const onFinished = useEffectEvent(() => opened && onAnswer({ action: 'accept' }));
  useEffect(() => {
    if (finished) onFinished();
  }, [finished]);
  return (
    <Modal
      open
      sticky
      onOpenChange={(open) => !open && onAnswer({ action: 'cancel' })}
      title={t('ask.title', { server })}
      description={
        <>
          <FromTask task={task} />
          <Message server={server} message={elicitation.message} ref={message} />
          <p>{t('ask.urlBody')}</p>
        </>
      }
      {...modal}
      footer={
        <>
          <Button ref={no} onClick={() => onAnswer({ action: 'decline' })}>
            {t('ask.decline')}
          </Button>
          <Button
            variant={opened ? 'plain' : 'primary'}
            onClick={() => {
              setOpened(true);
              openExternal(elicitation.url);
            }}
          >
            {t('ask.open')}
          </Button>
          {opened && (
            <Button variant="primary" onClick={() => onAnswer({ action: 'accept' })}>
              {t('ask.opened')}
            </Button>
          )}
        </>
      }
    >
      <LinkAddress url={elicitation.url} />
    </Modal>
  );
}
