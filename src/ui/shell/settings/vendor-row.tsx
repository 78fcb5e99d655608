import { Check, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import { ownConnectionEndpoints } from '#contract/own-connections.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFocusBack } from '#ui/kit/keyboard/use-focus-back.ts';
import { KeyForm } from '#ui/shared/secrets/key-form.tsx';
import { KeyTestOutcome } from '#ui/shared/secrets/key-test-outcome.tsx';
import type { CarriedKey } from '#ui/shared/secrets/use-carried-key.ts';
import { useKeyTest } from '#ui/shared/secrets/use-key-test.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import rows from '#ui/kit/controls/rows.module.css';
import { EndpointForm } from './endpoint-form.tsx';
import { ServerTools } from './server-tools.tsx';
import css from './vendors-page.module.css';

interface VendorRowProps {
  connection: Connection;
  locked: boolean;
  /** Its key form is open. */
  open: boolean;
  onOpen: (open: boolean) => void;
  carried: CarriedKey | null;
  onOther: (connection: Connection, key: string) => void;
  /** Its own form is open on arrival. */
  edit: boolean;
  /** Names of all connections. */
  taken: readonly string[];
}

/** One vendor: whether it can be used, and everything about its key. */
export function VendorRow(props: VendorRowProps) {
  const { connection, locked, open, onOpen, carried, onOther, edit, taken } = props;
  const t = useT('settings');
  const toast = useToast();
  const { reload } = useConnections();
  const { state, test, forget } = useKeyTest(connection);
  const [removing, setRemoving] = useState(false);
  const [editing, setEditing] = useState(edit);
  const adder = useFocusBack(open);
  const editor = useFocusBack(editing);
  const vendor = connection.label;
  const hasKey = connection.configured && connection.needsKey;
  const local = !connection.needsKey && !connection.practice;
  const takesKey = connection.needsKey || connection.custom;

  const testing = state.kind === 'testing';

  return (
    <li className={rows['row']} data-connection={connection.id}>
      <div className={css['line']}>
        <div className={css['name']}>
          <VendorMark vendor={connection.vendor} practice={connection.practice} />
          <span className={css['label']}>
            {vendor}
            {(connection.custom || local) && (
              <span className={css['address']}>
                {[connection.baseUrl, ...Object.keys(connection.headers ?? {})].join(' · ')}
              </span>
            )}
          </span>
        </div>
        <KeyState connection={connection} locked={locked} />
        <div className={css['buttons']}>
          {connection.configured && !connection.practice && !locked && (
            <Button
              small
              variant="quiet"
              busy={testing}
              {...(!testing && { 'aria-label': t('key.testFor', { vendor }) })}
              onClick={() => void test()}
            >
              {testing ? t('key.testing') : t('key.test')}
            </Button>
          )}
          {takesKey && !open && (
            <Button
              ref={adder}
              small
              variant={hasKey ? 'quiet' : 'plain'}
              {...(!hasKey && { icon: <KeyRound aria-hidden /> })}
              aria-label={t(hasKey ? 'key.replaceFor' : 'key.addFor', { vendor })}
              onClick={() => {
                forget();
                onOpen(true);
              }}
            >
              {t(hasKey ? 'key.replace' : 'key.add')}
            </Button>
          )}
          {connection.custom && !editing && (
            <Button
              ref={editor}
              small
              variant="quiet"
              aria-label={t('endpoint.editFor', { name: vendor })}
              onClick={() => {
                forget();
                setEditing(true);
              }}
            >
              {t('endpoint.edit')}
            </Button>
          )}
          {(connection.custom || (hasKey && !locked)) && (
            <Button
              small
              variant="quiet"
              aria-label={connection.custom ? t('endpoint.remove', { name: vendor }) : t('key.removeFor', { vendor })}
              onClick={() => setRemoving(true)}
            >
              {t('key.remove')}
            </Button>
          )}
        </div>
      </div>
      {open && (
        <div className={css['more']}>
          <KeyForm
            connection={connection}
            carried={carried}
            onOther={onOther}
            onCancel={() => onOpen(false)}
            onSaved={() => {
              onOpen(false);
              forget();
              toast({ tone: 'success', title: t('key.saved', { vendor }) });
            }}
          />
        </div>
      )}
      {editing && (
        <div className={css['more']}>
          <EndpointForm connection={connection} taken={taken} onDone={() => setEditing(false)} />
        </div>
      )}
      {!open && (state.kind === 'answered' || state.kind === 'failed') && (
        <div className={css['more']}>
          <KeyTestOutcome connection={connection} state={state} />
        </div>
      )}
      {!locked && <ServerTools connection={connection} />}
      <RemoveDialog connection={connection} open={removing} onOpenChange={setRemoving} onRemoved={reload} />
    </li>
  );
}

function KeyState({ connection, locked }: { connection: Connection; locked: boolean }) {
  const t = useT('settings');
  const { configured, needsKey, practice, last4 } = connection;
  if (practice || (!needsKey && !last4)) {
    return <span className={css['state']}>{t(practice ? 'key.ready' : 'key.notNeeded')}</span>;
  }
  if (locked) return <span className={css['state']}>{t('key.locked')}</span>;
  if (!configured) return <span className={css['state']}>{t('key.none')}</span>;
  return (
    <span className={css['state']} data-ready>
      <Check aria-hidden />
      {last4 ? t('key.set', { last4 }) : t('key.setHidden')}
    </span>
  );
}

interface RemoveDialogProps {
  connection: Connection;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved: () => Promise<void>;
}

function RemoveDialog({ connection, open, onOpenChange, onRemoved }: RemoveDialogProps) {
  const t = useT('settings');
  const toast = useToast();
  const messageOf = useProblemMessage();
  const { host } = useServices();
  const own = useHostGroup(ownConnectionEndpoints);
  const { custom, label } = connection;

  const remove = async () => {
    try {
      if (custom) await own.removeConnection(connection.id);
      else await host.deleteKey(connection.id);
      await onRemoved();
      toast({ title: custom ? t('endpoint.removed', { name: label }) : t('key.removed', { vendor: label }) });
      return undefined;
    } catch (error) {
      toast({ tone: 'danger', title: messageOf(error) });
      return 'stay' as const;
    }
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={custom ? t('endpoint.removeTitle', { name: label }) : t('key.removeTitle', { vendor: label })}
      description={custom ? t('endpoint.removeBody') : t('key.removeBody', { vendor: label })}
      yes={t('key.remove')}
      onConfirm={remove}
    />
  );
}
