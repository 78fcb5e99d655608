import { readData } from '#core/normalize/overlays.ts';
import type { Overlay } from '#core/request.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';
import { numberText } from './facts-fields.ts';

const FORMS = ['adaptive', 'manual', 'always', 'level', 'budget'] as const;

/** What a refusal has taught about a model, in words. */
export function factWords({ kind, data }: Pick<Overlay, 'kind' | 'data'>, t: Translate<'models'>): string {
  const read = (key: string): string => {
    const value = readData(data, key);
    return typeof value === 'string' ? value : '';
  };
  const tokens = () => {
    const value = readData(data, 'tokens');
    return numberText('contextWindow', typeof value === 'number' ? value : null);
  };
  switch (kind) {
    case 'omit-field':
      return t('learnt.omit-field', { field: read('field').replace('**.', '') });
    case 'chat-switch':
      return read('value') === ''
        ? t('learnt.switched-off', { name: read('switch') })
        : t('learnt.chat-switch', { name: read('switch'), value: read('value') });
    case 'omit-block':
      return read('block') === 'thinking'
        ? t('learnt.omit-thinking')
        : t('learnt.omit-block', { block: read('block') });
    case 'thinking-form': {
      const efforts = readData(data, 'efforts');
      const form = FORMS.find((known) => known === read('form'));
      if (form) return t(`learnt.form.${form}`);
      return t('learnt.efforts', { efforts: Array.isArray(efforts) ? efforts.join(', ') : '' });
    }
    case 'model-window':
      return t('learnt.model-window', { tokens: tokens() });
    case 'model-output':
      return t('learnt.model-output', { tokens: tokens() });
    case 'thinking-off':
      return t('learnt.thinking-off');
    case 'no-tools':
      return t('learnt.no-tools');
    default:
      return kind;
  }
}
