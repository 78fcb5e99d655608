import { useState } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { RequestParameters } from '#core/vendors/base/request-parameters.ts';
import { modelParametersKey } from '#state/model-overrides.ts';
import { readModelParameters, writeModelParameters } from '#state/model-parameters.ts';
import type { SessionSettings } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ParameterForm } from '#ui/shared/parameters/parameter-form.tsx';

interface ParametersDialogProps {
  session: SessionSettings;
  onClose: () => void;
}

const SCOPES = ['session', 'model'] as const;
type Scope = (typeof SCOPES)[number];

/** How answers are generated: in this conversation, and with this model in all of them. */
export function ParametersDialog({ session, onClose }: ParametersDialogProps) {
  const choice = useTargetModel(session.target);
  return choice && <ChosenModel {...choice} session={session} onClose={onClose} />;
}

interface ChosenModelProps extends ParametersDialogProps {
  connection: Connection;
  model: Model;
}

function ChosenModel({ session, connection, model, onClose }: ChosenModelProps) {
  const t = useT('parameters');
  const common = useT('common');
  const write = useSessionWrites();
  const { settings, problems } = useServices();
  const key = modelParametersKey(connection.id);
  const stored = useStore(settings.store, (state) => state.values.get(key));
  const [scope, setScope] = useState<Scope>('session');
  const [written, setWritten] = useState<Record<Scope, RequestParameters>>(() => ({
    session: session.parameters ?? {},
    model: readModelParameters(stored, model.id),
  }));
  const [before] = useState(written);
  const save = async () => {
    if (written.session !== before.session) await write.setParameters(written.session);
    if (written.model !== before.model) await settings.set(key, writeModelParameters(stored, model.id, written.model));
    onClose();
  };
  return (
    <EditModal
      open
      unsaved={written !== before}
      onClose={onClose}
      title={t('title')}
      description={t('body', { model: model.label })}
      wide
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" onClick={() => void save().catch(problems.add)}>
            {common('save')}
          </Button>
        </>
      }
    >
      <Segmented
        label={t('scope')}
        value={scope}
        onChange={setScope}
        options={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
      <ParameterForm
        key={scope}
        connection={connection}
        model={model}
        thinking={session.target?.thinking ?? 'off'}
        value={written[scope]}
        defaults={scope === 'session' ? written.model : {}}
        onChange={(next) => setWritten({ ...written, [scope]: next })}
      />
    </EditModal>
  );
}
