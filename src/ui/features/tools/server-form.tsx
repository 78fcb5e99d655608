import { Plus, X } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import type { McpServer } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import {
  emptyForm,
  formOf,
  readArgs,
  readForm,
  showArgs,
  type FieldName,
  type FieldProblem,
  type FormValues,
  type Kind,
} from './form-definition.ts';
import { ProblemNotice } from '#ui/shared/servers/problem-notice.tsx';
import { unpinnedPackage } from '#ui/shared/servers/unpinned-package.ts';
import { UnpinnedWarning } from '#ui/shared/servers/unpinned-warning.tsx';
import field from '#ui/kit/controls/field.module.css';
import secrets from '#ui/shared/secrets/secrets.module.css';
import css from './server-form.module.css';

interface ServerFormProps {
  /** The server to edit; absent for a new one. */
  server?: McpServer;
  /** Called with the server after it was added or saved. */
  onDone: (saved: McpServer | null) => void;
}

const KINDS: readonly Kind[] = ['stdio', 'http', 'sse'];

export function ServerForm({ server, onDone }: ServerFormProps) {
  const t = useT('mcp');
  const common = useT('common');
  const toast = useToast();
  const { host, servers } = useServices().mcp;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<FormValues>(() => (server ? formOf(server) : emptyForm()));
  const [problems, setProblems] = useState<Partial<Record<FieldName, FieldProblem>>>({});
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<FormValues>) => setValues((before) => ({ ...before, ...change }));
  const problem = (name: FieldName) => (problems[name] ? t(`form.${problems[name]}`) : null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const others = (servers.store.getState().servers ?? []).filter(({ id, builtin }) => id !== server?.id && !builtin);
    const isNamedAnew = values.label.trim() !== server?.label;
    const read = readForm(values, isNamedAnew ? others.map(({ label }) => label) : []);
    setProblems(read.ok ? {} : read.problems);
    if (!read.ok) {
      queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const { label, definition } = read;
      const saved = await (server ? host.change(server.id, { label, definition }) : host.add({ label, definition }));
      await servers.reload();
      if (server) toast({ tone: 'success', title: t('form.saved', { server: saved.label }) });
      onDone(saved);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  const stdio = values.kind === 'stdio';
  const unpinned = stdio ? unpinnedPackage(values.command, readArgs(values.args)) : null;
  return (
    <div className={field['stack']}>
      <form ref={form} className={secrets['form']} noValidate onSubmit={(event) => void submit(event)}>
        <div className={css['kind']}>
          <p className={field['label']}>{t('form.kind')}</p>
          <Segmented
            label={t('form.kind')}
            value={values.kind}
            onChange={(kind) => set({ kind })}
            options={KINDS.map((value) => ({ value, label: t(`form.${value}`) }))}
          />
        </div>
        <Field
          autoFocus
          label={t('form.name')}
          placeholder={t('form.namePlaceholder')}
          maxLength={80}
          value={values.label}
          onChange={({ target }) => set({ label: target.value })}
          error={problem('label')}
        />
        {stdio ? (
          <>
            <Field
              mono
              spellCheck={false}
              autoComplete="off"
              label={t('form.command')}
              placeholder="npx"
              hint={t('form.commandHint')}
              value={values.command}
              onChange={({ target }) => set({ command: target.value })}
              error={problem('command')}
            />
            <TextArea
              mono
              rows={3}
              label={t('form.args')}
              placeholder={'-y\n@modelcontextprotocol/server-everything'}
              hint={t('form.argsHint')}
              value={values.args}
              onChange={({ target }) => set({ args: target.value })}
            />
            {unpinned !== null && <UnpinnedWarning of={unpinned} onPin={(args) => set({ args: showArgs(args) })} />}
            <Field
              mono
              spellCheck={false}
              autoComplete="off"
              label={t('form.cwd')}
              hint={t('form.cwdHint')}
              value={values.cwd}
              onChange={({ target }) => set({ cwd: target.value })}
            />
          </>
        ) : (
          <Field
            mono
            type="url"
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            label={t('form.url')}
            placeholder="https://mcp.example.com/mcp"
            value={values.url}
            onChange={({ target }) => set({ url: target.value })}
            error={problem('url')}
          />
        )}
        <Pairs
          title={t(stdio ? 'form.env' : 'form.headers')}
          pairs={values.pairs}
          onChange={(pairs) => set({ pairs })}
          error={problem('pairs')}
        />
        {!stdio && (
          <OwnClient values={values} open={problems.clientId !== undefined} set={set} error={problem('clientId')} />
        )}
        <div className={secrets['actions']}>
          <Button onClick={() => onDone(null)}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(server ? 'form.save' : 'form.add')}
          </Button>
        </div>
      </form>
      <ProblemNotice error={error} />
    </div>
  );
}

interface OwnClientProps {
  values: FormValues;
  open: boolean;
  set: (change: Partial<FormValues>) => void;
  error: string | null;
}

/** For sign-in servers without automatic registration. The secret goes to the host and never comes back. */
function OwnClient({ values: { clientId, clientSecret, secretStored }, open, set, error }: OwnClientProps) {
  const t = useT('mcp');
  const [given] = useState(clientId !== '');
  return (
    <Disclosure summary={t('form.client')} open={open || given}>
      <div className={field['stack']}>
        <p className={field['hint']}>{t('form.clientHint')}</p>
        <Field
          mono
          spellCheck={false}
          autoComplete="off"
          label={t('form.clientId')}
          value={clientId}
          onChange={({ target }) => set({ clientId: target.value })}
          error={error}
        />
        <Field
          mono
          type="password"
          spellCheck={false}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          label={t('form.clientSecret')}
          placeholder={secretStored ? t('form.stored') : ''}
          hint={t('form.clientSecretHint')}
          value={clientSecret}
          onChange={({ target }) => set({ clientSecret: target.value })}
        />
      </div>
    </Disclosure>
  );
}

interface PairsProps {
  title: string;
  pairs: FormValues['pairs'];
  onChange: (pairs: FormValues['pairs']) => void;
  error: string | null;
}

/** Names and values that may be secrets. A stored value is never shown, and an empty value keeps it. */
function Pairs({ title, pairs, onChange, error }: PairsProps) {
  const t = useT('mcp');
  const change = (key: number, part: Partial<FormValues['pairs'][number]>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));
  const add = () =>
    onChange([
      ...pairs,
      { key: 1 + Math.max(-1, ...pairs.map((pair) => pair.key)), name: '', value: '', stored: false },
    ]);
  return (
    <fieldset className={field['group']}>
      <legend className={field['label']}>{title}</legend>
      {pairs.map(({ key, name, value, stored }) => (
        <div key={key} className={css['pair']}>
          <input
            className={`${field['input']} ${field['mono']}`}
            aria-label={`${title}: ${t('form.pairName')}`}
            placeholder={t('form.pairName')}
            spellCheck={false}
            autoComplete="off"
            value={name}
            readOnly={stored}
            onChange={({ target }) => change(key, { name: target.value })}
          />
          <input
            className={`${field['input']} ${field['mono']}`}
            type="password"
            aria-label={`${name || title}: ${t('form.pairValue')}`}
            placeholder={t(stored ? 'form.stored' : 'form.pairValue')}
            spellCheck={false}
            autoComplete="off"
            data-1p-ignore
            data-lpignore="true"
            value={value}
            onChange={({ target }) => change(key, { value: target.value })}
          />
          <IconButton
            small
            label={t('form.removePair', { name: name || t('form.pairName') })}
            icon={<X />}
            onClick={() => onChange(pairs.filter((pair) => pair.key !== key))}
          />
        </div>
      ))}
      <p className={field['error']} role="alert">
        {error}
      </p>
      <div className={css['pairsEnd']}>
        <Button small variant="quiet" icon={<Plus aria-hidden />} onClick={add}>
          {t('form.addPair')}
        </Button>
        {pairs.length > 0 && <p className={field['hint']}>{t('form.secretHint')}</p>}
      </div>
    </fieldset>
  );
}
