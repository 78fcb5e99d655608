import { useId, useState, type ReactNode } from 'react';
import type { Connection } from '#contract/connection.ts';
import { knownModels, type ModelWork } from '#flows/base/known-models.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
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
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const offered = connections
    .filter((one) => one.configured && knownModels(work, one) !== null)
    .sort((a, b) => Number(a.practice) - Number(b.practice));
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
  const model = typed ?? models[0] ?? '';
  const choose = async () => {
    setBusy(true);
    await onChoose({ connection: connection.id, model: model.trim() });
    setBusy(false);
  };
  return (
    <>
      <Select
        label={labels.connection}
        value={connection.id}
        options={offered.map((one) => ({ value: one.id, label: one.label }))}
        onChange={(next) => {
          setId(next);
          setTyped(null);
        }}
      />
      <Field
        label={labels.model}
        list={list}
        value={model}
        mono
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
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
        <Button small variant="primary" busy={busy} disabled={model.trim() === ''} onClick={() => void choose()}>
          {labels.choose}
        </Button>
        {cancel}
      </div>
    </>
  );
}

/** Whether what is sent there stays on this computer. */
export const staysHere = ({ practice, network }: Connection): boolean => practice || network === 'loopback';
