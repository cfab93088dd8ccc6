import type { texts as english } from '../../en/platforms/youtube.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Salve um vídeo público do YouTube, um Short ou uma live encerrada em um só arquivo. Você vê as resoluções que o YouTube nos dá antes de escolher.',
  linkForms: [
    'youtube.com/watch?v=… – um vídeo, também dentro de uma playlist ou mix: só o vídeo é pego',
    'youtu.be/… – o link curto do botão de compartilhar',
    'youtube.com/shorts/… – um Short',
    'youtube.com/live/… – uma live que terminou',
    'music.youtube.com/watch?v=… – uma música no YouTube Music',
    'youtube.com/embed/… – o player de outro site',
    'youtube.com/playlist?list=PL… – uma playlist ou um álbum: os vídeos são listados, de cem em cem',
  ],
  features: [
    {
      title: 'Imagem e som juntos',
      text: 'Acima de 360p o YouTube entrega dois fluxos separados. Eles viram um arquivo sem recodificar, então nada perde nitidez no caminho.',
    },
    {
      title: 'Toca enquanto é feito',
      text: 'A prévia toca um arquivo desde os primeiros segundos, enquanto o resto ainda é juntado.',
    },
    {
      title: 'O idioma em que foi feito',
      text: 'Muitos canais acrescentam dublagens automáticas. A voz original é o padrão, e uma dublagem leva o nome do idioma.',
    },
    {
      title: 'HDR e quadros à vista',
      text: 'Um formato com 60 imagens por segundo ou HDR diz isso; HDR fica cinza em uma tela que não o mostra.',
    },
    {
      title: 'O som sem o vídeo',
      text: 'A faixa AAC em M4A e a faixa Opus em WEBM são copiadas intactas; quatro tamanhos de MP3 também podem ser feitos.',
    },
  ],
  tips: [
    'Um link copiado de uma playlist funciona como está: a parte depois de “&list=” é tirada para você.',
    'Se o arquivo 4K não toca na sua TV, pegue 1080p em MP4; provavelmente falta ao aparelho um decodificador VP9 ou AV1.',
    'Uma estreia ou uma live pode ser salva quando terminou e o YouTube acabou de processá-la, o que pode levar algumas horas.',
    'O endereço de uma playlist lista os vídeos para você escolher. Um canal não tem essa lista: abra um dos vídeos e copie o link dele.',
  ],
  questions: [
    {
      question: 'Por que o YouTube às vezes responde que é preciso fazer login?',
      answer:
        'Ele desconfia de pedidos que vêm de centros de dados e pede que façam login. Não temos conta lá e não vamos usar a sua, então o único remédio é tentar mais tarde.',
    },
    {
      question: 'Qual resolução do YouTube é melhor para editar?',
      answer:
        '1080p em MP4. É H.264, que todo programa de edição corta com fluidez, e o índice fica no começo do arquivo, então ele abre na hora.',
    },
    {
      question: 'As legendas vêm com um vídeo do YouTube?',
      answer:
        'Se você as escolher. As legendas que o YouTube tem de um vídeo ficam em Mais, cada uma em SRT, WebVTT e texto puro. Lá você também pode pôr um idioma no vídeo. Seu player o mostra quando você o liga.',
    },
    {
      question: 'Vídeos com restrição de idade ou só para membros podem ser salvos?',
      answer:
        'Não. Os dois exigem que alguém tenha feito login, assim como os privados. Um vídeo não listado, por outro lado, funciona para quem tem o link.',
    },
    {
      question: 'Um MP3 de 320 kbps do YouTube é melhor que um de 128 kbps?',
      answer:
        'Um pouco, porque se perde menos na conversão; não pode ser melhor que a faixa no YouTube, que tem cerca de 130 a 160 kbps. Para o mesmíssimo som, pegue M4A ou WEBM.',
    },
    {
      question: 'Que duração um vídeo do YouTube pode ter?',
      answer:
        'Até {maxDuration} e {maxSize}. Uma gravação mais longa é recusada antes de você escolher; uma resolução menor só ajuda contra o tamanho.',
    },
  ],
}
