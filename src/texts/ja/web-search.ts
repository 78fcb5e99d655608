import type { webSearch as en } from '#texts/en/web-search.ts';
import type { Translation } from '#texts/base/translation.ts';

export const webSearch = {
  intro: '会話のWeb検索をオンにしたときに、モデルが検索に使うサービスです。すべてのプロバイダーで使えます。',
  service: '検索サービス',
  off: 'なし',
  address: 'サーバーのアドレス',
  addressHint: 'settings.ymlのsearch: formatsにjsonが必要です。',
  key: 'APIキー',
  keyStored: 'キーは保存済みです。空欄にするとそのまま使います。',
  keyWhere: 'キーの取得先',
  serverWhere: '自分のサーバーを動かす方法',
  save: '保存',
  saved: '保存しました',
  removeKey: 'キーを削除',
  keyRemoved: 'キーを削除しました',
  test: 'テスト',
  testQuery: '富士山の高さ',
  works_other: '使えます：「{{query}}」の検索結果は{{count}}件です。',
  worksNot: 'まだ使えません。{{reason}}',
  'error.empty': '値を入力してください。',
  sources: '出典',
} satisfies Translation<typeof en>;
