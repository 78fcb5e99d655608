import type { BrowserTexts } from '../base/browser-texts.ts';

export const browser: BrowserTexts = {
  tooManyCookies:
    'この要求にはCookieが多すぎます。ブラウザで127.0.0.1のCookieを消去してから、Batonを開き直してください。',
  newAddress: 'Batonのアドレスが変わりました。いつもの方法で起動して開いてください。',
  noScript: 'Batonの利用にはJavaScriptが必要です。',
  signInDone: 'このウィンドウを閉じて、Batonに戻ってください。',
  signInStray: 'これはBatonが待っているサインインではありません。',
};
