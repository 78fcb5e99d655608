import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { Connection } from '#contract/connection.ts';
import { knownModels, type ModelWork } from '#flows/base/known-models.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useUnsavedPart } from '#ui/kit/controls/edit-modal.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import field from '#ui/kit/controls/field.module.css';
import css from './work-model-form.module.css';

interface WorkModel {
  /** Id of a connection. */
  connection: string;
  model: string;
}

interface WorkModelFormProps {
  work: ModelWork;
  connections: readonly Connection[];
  labels: { connection: string; model: string; choose: string; nobody: string };
  /** What leaves this computer with this choice. */
  renderNotice: (connection: Connection) => ReactNode;
  onCancel: () => void;
  onChoose: (choice: WorkModel) => Promise<unknown>;
}

/** Chooses the model for work besides answering. Nothing is sent before the user says so. Practice comes last. */
export function WorkModelForm({ work, connections, labels, renderNotice, onCancel, onChoose }: WorkModelFormProps) {
  const common = useT('common');
  const list = useId();
  const [id, setId] = useState<string | null>(null);
  /** By connection, so that a look at another loses nothing. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const offered = connections
    .filter((one) => one.configured && knownModels(work, one) !== null)
    .sort((a, b) => Number(a.practice) - Number(b.practice));
  useUnsavedPart(Object.values(typed).some((one) => one.trim() !== ''));
  const connection = offered.find((one) => one.id === id) ?? offered[0];
  const cancel = (
    <Button small onClick={onCancel}>
      {common('cancel')}
    </Button>
  );
  if (!connection)
    return (
      <div className={css['line']}>
        <p className={css['nobody']}>{labels.nobody}</p>
        {cancel}
      </div>
    );
  const models = knownModels(work, connection) ?? [];
  const model = typed[connection.id] ?? models[0] ?? '';
  const choose = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await onChoose({ connection: connection.id, model: model.trim() });
    setBusy(false);
  };
  return (
    <form className={field['stack']} onSubmit={(event) => void choose(event)}>
      <Select
        label={labels.connection}
        value={connection.id}
        options={offered.map((one) => ({ value: one.id, label: one.label }))}
        onChange={setId}
      />
      <Field
        label={labels.model}
        list={list}
        value={model}
        mono
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setTyped((before) => ({ ...before, [connection.id]: target.value }))}
      />
      <datalist id={list}>
        {models.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Notice tone="warning">{renderNotice(connection)}</Notice>
      <div className={css['line']}>
        <Button type="submit" small variant="primary" busy={busy} disabled={model.trim() === ''}>
          {labels.choose}
        </Button>
        {cancel}
      </div>
    </form>
  );
}

/** Whether what is sent there stays on this computer. */
export const staysHere = ({ practice, network }: Connection): boolean => practice || network === 'loopback';
