import type { texts as english } from '../../en/platforms/castbox.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Guarde um episódio do Castbox fora do aplicativo. Cole o endereço que o botão de compartilhar copia; episódios grátis vêm como o arquivo por trás deles.',
  linkForms: [
    'castbox.fm/episode/Title-id123-id456 – um episódio na web',
    'castbox.fm/vb/456 – a forma curta do aplicativo',
    'castbox.fm/x/… – o link de compartilhar',
    'www.castbox.fm/episode/…?country=us – marcas de país e campanha não importam',
  ],
  notice:
    'O que o Castbox vende, como audiolivros e programas premium, não tem arquivo público ou é protegido por DRM, e não pode ser salvo. O Castbox também refaz o site de vez em quando, e um episódio pode falhar até nos atualizarmos.',
  features: [
    {
      title: 'Formatos que pode ter',
      text: 'Quase sempre MP3, às vezes M4A com AAC, conforme cada autor envia.',
    },
    {
      title: 'Formatos que fazemos',
      text: 'MP3 em quatro taxas (128, 192, 256, 320 kbps) com a capa e o nome do canal.',
    },
    {
      title: 'Lido da própria página',
      text: 'Título, canal, imagem e som são lidos onde o navegador de um visitante também os encontra.',
    },
    {
      title: 'Ouça antes',
      text: 'A prévia toca o episódio antes de você salvá-lo, e dá para pular para qualquer minuto.',
    },
  ],
  tips: [
    'No aplicativo do Castbox: abra o episódio, toque no sinal de compartilhar e escolha Copiar link.',
    'Um endereço com “/channel/” é um programa. Abra um dos episódios e use esse endereço.',
    'Se o aplicativo pede para comprar um episódio ou virar premium, nenhum link dele vai servir aqui.',
  ],
  questions: [
    {
      question: 'Os downloads do próprio Castbox são a mesma coisa?',
      answer:
        'Eles ficam dentro do aplicativo e acabam com ele. Um arquivo salvo aqui é um MP3 ou M4A comum, que você toca e copia onde quiser.',
    },
    {
      question: 'Posso pegar um canal completo do Castbox?',
      answer:
        'Episódio por episódio, sim. Se você sabe o feed RSS do programa, cole na página inicial e escolha vários de uma vez.',
    },
    {
      question: 'Livecasts do Castbox funcionam?',
      answer:
        'Um livecast é uma sala, não uma gravação. Se for publicado depois como episódio, esse episódio pode ser salvo.',
    },
    {
      question: 'Por que um audiolivro do Castbox não aparece?',
      answer:
        'Audiolivros são vendidos e entregues só a contas pagantes. Não há arquivo público para oferecer.',
    },
    {
      question: 'Que qualidade têm os episódios do Castbox?',
      answer: 'A que os autores enviaram: 64 a 192 kbps na maioria.',
    },
    {
      question: 'Um MP3 convertido do Castbox é pior que a origem?',
      answer:
        'Um pouco na teoria, sem dar para ouvir a partir de 192 kbps. Se a origem já é MP3, não há por que converter.',
    },
    {
      question: 'E se um link do Castbox parar de funcionar aqui?',
      answer:
        'Use “Relatar este link” na caixa de erro. Até ser consertado, o mesmo programa quase sempre está também no Apple Podcasts.',
    },
  ],
}
