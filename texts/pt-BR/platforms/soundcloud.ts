import type { texts as english } from '../../en/platforms/soundcloud.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Salve uma faixa pública do SoundCloud na forma em que o SoundCloud a transmite, ou em MP3 com artista, título e capa dentro.',
  linkForms: [
    'soundcloud.com/artist/track',
    'soundcloud.com/artist/track/s-… – uma faixa privada compartilhada pelo link secreto',
    'soundcloud.com/artist/sets/… – um set: as faixas são listadas, de cem em cem',
    'm.soundcloud.com/artist/track – o site móvel',
    'on.soundcloud.com/… – do botão de compartilhar do aplicativo',
    'snd.sc/… – antigos links curtos',
    'w.soundcloud.com/player/?url=… – o player de outro site',
  ],
  notice:
    'Faixas do SoundCloud Go+ e muito do que os selos publicam são protegidas por DRM e não podem ser salvas; a página avisa. Onde o SoundCloud dá só uma prévia, você recebe essa prévia, e ela é marcada como tal.',
  features: [
    {
      title: 'Formatos que pode ter',
      text: 'AAC a uns 160 kbps, transmitido em pedaços. MP3 a 128 kbps. Em alguns envios antigos, Opus a 64 kbps.',
    },
    {
      title: 'Formatos que fazemos',
      text: 'O fluxo AAC juntado em um M4A, sem mudanças. MP3 de 128, 192, 256 ou 320 kbps a partir do melhor fluxo que existe.',
    },
    {
      title: 'Uma capa que combina',
      text: 'A capa quadrada vai no arquivo no tamanho grande, e quem enviou fica como artista.',
    },
    {
      title: 'Links secretos',
      text: 'Uma faixa privada abre para quem tem o link secreto. Mantenha a parte “s-…”; ninguém mais fica sabendo por nós.',
    },
  ],
  tips: [
    'Quando o artista oferece um botão de download no SoundCloud, use esse: pode ser o master em WAV ou FLAC.',
    'O link de um set lista as faixas para escolher. Um perfil ou uma página de curtidas é recusado com uma dica.',
    'Mixagens longas não são problema, até {maxDuration}; escolha M4A para evitar a espera da conversão.',
    'Veja a licença sob uma faixa. Creative Commons diz o que você pode fazer com a sua cópia.',
  ],
  questions: [
    {
      question: 'Por que algumas faixas do SoundCloud não podem ser salvas?',
      answer:
        'Quem tem os direitos escolheu DRM, uma assinatura Go+ ou certos países. O SoundCloud então dá a um convidado um fluxo cifrado, um trecho ou nada.',
    },
    {
      question: '320 kbps deixa uma faixa do SoundCloud melhor?',
      answer:
        'Não. Ela não pode conter mais que o fluxo de que foi feita. Existe para quem tem um programa que insiste nisso.',
    },
    {
      question: 'Posso baixar uma playlist ou um álbum do SoundCloud?',
      answer: 'As faixas, sim. Cole um endereço com “/sets/”, marque as faixas que quiser e salve em um ZIP.',
    },
    {
      question: 'Qual formato do SoundCloud é o mais próximo do envio?',
      answer:
        'O fluxo AAC. O SoundCloud o fez do próprio envio, e juntar os pedaços em um M4A não muda nada no som.',
    },
    {
      question: 'Artista, título e capa vêm no arquivo do SoundCloud?',
      answer:
        'Sim, nos MP3 que fazemos. Um MP3 pronto vem como o SoundCloud o guarda, muitas vezes com poucos dados ou nenhum.',
    },
    {
      question: 'Links privados do SoundCloud funcionam?',
      answer:
        'Se você recebeu o link com a parte secreta, sim. Uma faixa privada sem esse link só é vista pelo dono.',
    },
    {
      question: 'Por que uma mixagem do SoundCloud demora mais que uma música?',
      answer:
        'Uma mixagem de duas horas chega em centenas de pedaços de dez segundos e, para MP3, é calculada por inteiro. A barra mostra em que ponto está.',
    },
    {
      question: 'Posso usar uma faixa do SoundCloud no meu vídeo?',
      answer:
        'Isso é entre você e o artista. Ouvir sem internet é uma coisa; publicar de novo exige uma licença, que um download não dá.',
    },
  ],
}
