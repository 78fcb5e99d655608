import { useEffect, useRef, useState } from 'react';
import { getFolder, NEW_PROJECT, type ProjectChange } from '#storage/project-repository.ts';
import type { FolderRow, SessionTarget } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { EditDialog } from '#ui/shared/library/edit-dialog.tsx';
import { useAssistants } from '#ui/shared/library/use-library.ts';
import { LearnedThinkingControl } from '#ui/shared/models/learned-thinking-control.tsx';
import { ModelPicker } from '#ui/shared/models/model-picker.tsx';
import { ProjectFiles } from './project-files.tsx';
import css from './projects.module.css';
import { useProjectAction } from './use-project-action.ts';

const WAYS = ['passages', 'tool'] as const;

interface ProjectDialogProps {
  folderId: string;
  onClose: () => void;
}

/** What the conversations of a folder have in common. */
export function ProjectDialog({ folderId, onClose }: ProjectDialogProps) {
  const { db, onUnreadableRow } = useServices();
  const [folder, setFolder] = useState<FolderRow | null>(null);
  const attempt = useProjectAction();
  useEffect(() => {
    let cancelled = false;
    void attempt(() => getFolder(db, folderId, onUnreadableRow)).then((row) => !cancelled && setFolder(row));
    return () => {
      cancelled = true;
    };
  }, [db, folderId, onUnreadableRow, attempt]);
  return folder && <ProjectForm folder={folder} onClose={onClose} />;
}

function ProjectForm({ folder, onClose }: { folder: FolderRow; onClose: () => void }) {
  const t = useT('projects');
  const toast = useToast();
  const { projects } = useServices();
  const attempt = useProjectAction();
  const field = useRef<HTMLTextAreaElement>(null);
  // Only what the user changed is saved: another window or device may have changed the rest.
  const [changes, setChanges] = useState<ProjectChange>({});
  const change = (fields: ProjectChange) => setChanges((before) => ({ ...before, ...fields }));
  const written = { ...(folder.project ?? NEW_PROJECT), ...changes };
  const save = async () => {
    const { instructions } = changes;
    const saved = await attempt(async () => {
      await projects.change(folder.id, {
        ...changes,
        ...(instructions !== undefined && { instructions: instructions.trim() }),
      });
      return true;
    });
    if (!saved) return;
    toast({ tone: 'success', title: t('saved', { name: folder.name }) });
    onClose();
  };
  return (
    <EditDialog
      unsaved={Object.keys(changes).length > 0}
      onClose={onClose}
      title={t('title', { name: folder.name })}
      description={t('body')}
      initialFocus={field}
      onSave={() => void save()}
    >
      <TextArea
        ref={field}
        label={t('instructions')}
        rows={6}
        value={written.instructions}
        placeholder={t('placeholder')}
        onChange={({ target }) => change({ instructions: target.value })}
      />
      <ProjectFiles folder={folder.id} />
      <div className={css['line']}>
        <span className={css['lineName']}>{t('way')}</span>
        <Segmented
          label={t('way')}
          value={written.files}
          options={WAYS.map((value) => ({ value, label: t(`way.${value}`) }))}
          onChange={(files) => change({ files })}
        />
      </div>
      <p className={css['note']}>{t(`wayHint.${written.files}`)}</p>
      <Beginning target={written.target} assistant={written.assistant ?? null} onChange={change} />
    </EditDialog>
  );
}

interface BeginningProps {
  target: SessionTarget | null;
  assistant: string | null;
  onChange: (fields: ProjectChange) => void;
}

/** How new conversations of the project begin. */
function Beginning({ target, assistant, onChange }: BeginningProps) {
  const t = useT('projects');
  const assistants = useAssistants();
  const [picking, setPicking] = useState(false);
  const choice = useTargetModel(target);
  return (
    <>
      <div className={css['line']}>
        <span className={css['lineName']}>{t('model')}</span>
        <ModelPicker
          value={target}
          onChange={(chosen) => onChange({ target: chosen })}
          open={picking}
          onOpenChange={setPicking}
        />
        {target && choice && (
          <LearnedThinkingControl
            connection={choice.connection}
            model={choice.model}
            value={target.thinking}
            onChange={(thinking) => onChange({ target: { ...target, thinking } })}
          />
        )}
        {target && (
          <Button small variant="quiet" onClick={() => onChange({ target: null })}>
            {t('anyModel')}
          </Button>
        )}
      </div>
      <Select
        label={t('assistant')}
        hint={t('beginHint')}
        value={assistant ?? ''}
        options={[
          { value: '', label: t('noAssistant') },
          ...assistants.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => onChange({ assistant: id === '' ? null : id })}
      />
    </>
  );
}
