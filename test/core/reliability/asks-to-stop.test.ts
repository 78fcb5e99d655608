import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksToStop } from '#texts/stop-phrases.ts';

describe('a message that asks to stop', () => {
  it.each([
    'Stop, do nothing more please.',
    'stop',
    'STOP!!!',
    'Stop.',
    'please stop',
    'Okay, stop now.',
    'Can you please stop?',
    "That's enough, thanks.",
    "Stop. I'll look at it first.",
    'Thanks. You can stop now.',
    'Read story 1, then stop.',
    "Stop what you're doing",
    "don't continue",
    'Do not continue with the plan.',
    'Nothing more, please',
    'No, stop it',
    'stop right now',
    'Stop here.',
    'Stop for now, thank you very much',
    '/stop',
    'stop after this one',
    '그만',
    '그만해',
    '그만해줘',
    '그만해 주세요',
    '이제 그만 해',
    '그만 하자',
    '멈춰',
    '멈춰 줘',
    '멈춰주세요!',
    '중지',
    '작업 중지해 줘',
    '작업을 중단해주세요',
    '여기까지만 할게요',
    '더 이상 하지 마',
    '아무것도 하지 마세요',
    '더 진행하지 마',
    '이제 됐어요, 그만하세요',
    '1번까지만 해줘',
    '그것만 하고 멈춰',
    '여기서 멈춰.',
    '정지',
    '그만둬',
    '스톱',
    '고마워. 이제 그만.',
    '잠깐, 멈춰!',
    'もうやめて',
    '止めてください',
    'ストップ',
    'これ以上続けないでください',
    '停',
    '停止',
    '请停下来',
    '不要继续了',
    '别做了',
    '够了',
    'bitte aufhören',
    'Hör auf',
    'Stopp, mach nichts mehr',
    'arrête',
    "Arrêtez s'il vous plaît",
    'ça suffit, merci',
    'para',
    'No hagas nada más, por favor',
    'pare agora',
    'Halt',
    'Stop everything',
    "alright, that's all for today",
    '停！别再做了',
  ])('%j does', (text) => {
    expect(asksToStop(text)).toBe(true);
  });

  it.each([
    'Stop the server and then restart it',
    'stop the server',
    "Don't stop",
    'Do not stop until all is done',
    'Never stop',
    'nonstop flights',
    'Why did you stop?',
    'What does stop mean?',
    'Add a stop button',
    'Stop using tabs',
    'Stop, use spaces instead of tabs',
    'Continue',
    'go on',
    "continue, and don't stop",
    'Buttons:\nStart\nStop',
    '- Start\n- Stop\n- Pause',
    'translate "stop"',
    'Fix the `stop` function',
    '`stop`',
    '```\nstop\n```',
    '> stop',
    '서버를 중지하고 다시 시작해',
    '그만큼만 보여줘',
    '멈추지 마',
    '계속해',
    '중지 버튼을 추가해',
    '취소 버튼 색을 바꿔',
    '서버가 멈춰 있어',
    '왜 멈췄어?',
    '그만두지 말고 계속해',
    '停止服务器然后重启',
    '别停',
    '不要停',
    '止まらないで',
    '停电了怎么办',
    'arrête le serveur',
    'para el servidor',
    'para todos',
    'hör nicht auf',
    'nicht aufhören',
    '',
    '   ',
    'ok',
    'thanks',
    '고마워',
    '좋아',
    'no',
    '네',
    'The bus stop is here',
    'enough memory?',
    'Write a function that runs and then stops',
    'stop after the first error in the log',
    'cancel the subscription endpoint',
    '서버를 시작하고 중지해',
    '무엇을 하지 말아야 해?',
    'quit smoking tips',
    'and then',
    'now',
    '지금',
    '이제 시작해',
    '다 했어?',
    '진행해',
    '작업해',
    'please',
    'do it',
    "don't do that",
    'Stop words list please',
    'no more than 3 lines',
    'just do it',
    '에러가 나면 멈추게 해',
  ])('%j does not', (text) => {
    expect(asksToStop(text)).toBe(false);
  });

  it('names nothing else to be stopped', () => {
    const thing = fc.constantFrom('server', 'build', 'animation', 'container', 'worker', 'music');
    const more = fc.constantFrom('restart it', 'look at the log', 'delete the cache', 'tell me what changed');
    fc.assert(
      fc.property(thing, more, fc.constantFrom('please', 'now', 'ok'), (what, next, filler) => {
        expect(asksToStop(`${filler} stop the ${what} and then ${next}`)).toBe(false);
        expect(asksToStop(`Stop the ${what}, then ${next}.`)).toBe(false);
        expect(asksToStop(`Don't stop the ${what}. ${next}`)).toBe(false);
        expect(asksToStop(`Do not stop. ${filler}, ${next}`)).toBe(false);
      }),
    );
  });

  it('is the same in any case, spacing and width, with politeness around it', () => {
    const around = fc.array(fc.constantFrom('please', 'now', 'ok', 'thanks', 'just'), { maxLength: 4 });
    fc.assert(
      fc.property(around, around, fc.boolean(), fc.constantFrom('', '!', '.', '!!!', '…'), (front, back, loud, end) => {
        const words = [...front, 'stop', ...back].join(' ');
        expect(asksToStop(`${loud ? words.toUpperCase() : words}${end}`)).toBe(true);
      }),
    );
    expect(asksToStop('ｓｔｏｐ！')).toBe(true);
    expect(asksToStop('그 만 해 줘')).toBe(true);
  });

  it('takes any text, and leaves long ones alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (text) => typeof asksToStop(text) === 'boolean'),
    );
    expect(asksToStop(`Stop.\n\n${'An order of work. '.repeat(100)}`)).toBe(false);
  });
});
