import { readData } from '#core/normalize/base/overlays.ts';
import type { Overlay } from '#core/request.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';
import { numberText } from './facts-fields.ts';

const FORMS = ['adaptive', 'manual', 'always', 'level', 'budget'] as const;

/** Describes a learned fact about a model in words. */
export function factLabels({ kind, data }: Pick<Overlay, 'kind' | 'data'>, t: Translate<'models'>): string {
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
      if (read('field') === 'stream') return t('learned.unstreamed');
      return t('learned.omit-field', { field: read('field').replace('**.', '') });
    case 'chat-switch':
      if (read('value') === 'user') return t('learned.system-as-message');
      return read('value') === ''
        ? t('learned.switched-off', { name: read('switch') })
        : t('learned.chat-switch', { name: read('switch'), value: read('value') });
    case 'omit-block':
      return read('block') === 'thinking'
        ? t('learned.omit-thinking')
        : t('learned.omit-block', { block: read('block') });
    case 'thinking-form': {
      const efforts = readData(data, 'efforts');
      const form = FORMS.find((candidate) => candidate === read('form'));
      if (form) return t(`learned.form.${form}`);
      return t('learned.efforts', { efforts: Array.isArray(efforts) ? efforts.join(', ') : '' });
    }
    case 'model-window':
      if (read('per') === 'minute') return t('learned.minute-limit', { tokens: tokens() });
      return t('learned.model-window', { tokens: tokens() });
    case 'model-output':
      return t('learned.model-output', { tokens: tokens() });
    case 'thinking-off':
      return t('learned.thinking-off');
    case 'no-tools':
      return t('learned.no-tools');
    default:
      return kind;
  }
}
