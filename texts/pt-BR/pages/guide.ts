import type { texts as english } from '../../en/pages/guide.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Como baixar vídeos',
  lead: 'Cole um link, escolha um formato, fique com o arquivo: como é em cada aparelho, e o que fazer quando não vai.',
  onThisPage: 'Nesta página',
  paste: 'Colar um link',
  parts: {
    steps: {
      title: 'Em três passos',
      intro: 'Igual em todos os aparelhos.',
      blocks: [
        {
          steps: [
            '<b>Copie o link.</b> No computador, da barra de endereço. Em um aplicativo, com Compartilhar e depois Copiar link. O link de um vídeo, uma música ou um episódio. O link de uma playlist ou de um programa também funciona em muitas plataformas: ele lista os itens para escolher.',
            '<b>Cole.</b> Abra a <home>página inicial</home> e clique em Colar. Os formatos aparecem. Você também pode pôr o link no campo e clicar em Ver formatos. Uma mensagem compartilhada inteira também serve; o link é encontrado nela.',
            '<b>Escolha e salve.</b> Clique em Baixar: o arquivo é salvo assim que fica pronto. Se imagem e som precisam ser juntados, você vê o progresso; deixe a página aberta enquanto isso. Para outra qualidade, escolha antes. Todos os outros formatos ficam em Mais e abrem em uma prévia, onde você pode assistir.',
          ],
        },
        {
          text: 'Um arquivo pronto fica disponível por {retention}; a página faz a contagem. Depois ele é apagado, e pode ser feito de novo com o mesmo link.',
        },
      ],
    },
    computer: {
      title: 'Windows, Mac e Linux',
      intro: 'Chrome, Edge, Firefox ou Safari.',
      blocks: [
        {
          list: [
            'O arquivo vai para a pasta Downloads, a menos que o navegador pergunte onde pôr.',
            'A lista de downloads do próprio navegador mostra a velocidade e pode pausar e continuar: Ctrl+J, ou Cmd+Option+L no Safari.',
            'Na página inicial, a tecla / leva ao campo. Você também pode colar um link em qualquer lugar da página.',
            'Se um arquivo abrir no navegador em vez de ser salvo, clique com o botão direito em Baixar e escolha Salvar link como.',
          ],
        },
      ],
    },
    android: {
      title: 'Celulares e tablets Android',
      intro: 'Chrome, Firefox, Samsung Internet e outros.',
      blocks: [
        {
          steps: [
            'No aplicativo, toque em Compartilhar e depois em Copiar link.',
            'Abra este site no navegador, toque em Colar e permita que ele leia a área de transferência, se pedir.',
            'Escolha um formato e toque em Baixar. Uma notificação mostra o progresso.',
            'Encontre o arquivo no aplicativo Arquivos, em Downloads; vídeos aparecem na galeria também.',
          ],
        },
        {
          text: 'No Chrome e parecidos você pode instalar o site (menu, Adicionar à tela inicial). Ele então aparece no menu de compartilhar de outros aplicativos, e não é mais preciso copiar.',
        },
      ],
    },
    iphone: {
      title: 'iPhone e iPad',
      intro: 'O Safari é a melhor escolha para salvar.',
      blocks: [
        {
          steps: [
            'No aplicativo, toque em Compartilhar e depois em Copiar Link.',
            'Abra este site no Safari e toque em Colar.',
            'Escolha um formato MP4; ele toca no Fotos. Toque em Baixar e confirme a pergunta do Safari.',
            'Toque na seta da barra de endereço, ou abra o aplicativo Arquivos e a pasta Downloads.',
            'Para ter um vídeo entre as suas fotos: abra-o no Arquivos, toque em Compartilhar e depois em Salvar Vídeo.',
          ],
        },
        { text: 'O áudio fica no Arquivos; toque-o lá, ou compartilhe com o aplicativo em que você ouve.' },
      ],
    },
    'in-app': {
      title: 'Dentro de outro aplicativo',
      intro: 'WeChat, Instagram, TikTok e outros abrem links em um navegador próprio.',
      blocks: [
        {
          text: 'Esses navegadores internos muitas vezes bloqueiam o salvamento sem avisar. Abra o menu da página (três pontos, ou o sinal de compartilhar) e escolha Abrir no navegador, ou copie o endereço para o Safari ou o Chrome.',
        },
      ],
    },
    formats: {
      title: 'Qual formato?',
      intro: 'Uma resposta curta para cada uso.',
      blocks: [
        {
          list: [
            '<b>Só assistir:</b> a qualidade marcada como Melhor, um MP4 de até 1080p onde existe.',
            '<b>Economizar espaço:</b> 720p ou 480p. No celular a diferença é pequena.',
            '<b>Editar:</b> MP4 na maior resolução.',
            '<b>Só ouvir:</b> o M4A original; MP3 se o seu player quiser.',
            '<b>Televisão:</b> MP4. WebM só se você souber que toca.',
          ],
        },
        {
          text: 'O vídeo vem em MP4, WEBM ou MKV, o áudio em MP3, M4A, AAC ou OGG, até 4K onde a origem tem. Mais em <formats>formatos explicados</formats>.',
        },
      ],
    },
    limits: {
      title: 'O que não funciona',
      intro: 'Para você não precisar tentar.',
      blocks: [
        {
          list: [
            'Itens privados, pagos, com restrição de idade, com senha ou que exigem login.',
            'Itens com DRM, como músicas do Spotify ou filmes de serviços de streaming.',
            'Lives enquanto acontecem; gravações depois, sim.',
            'Perfis, canais e páginas de busca: abra um item e copie o link dele.',
            'Itens com mais de {maxDuration}, e arquivos juntados maiores que {maxSize}.',
          ],
        },
        { text: 'Outra coisa deu errado? A <help>central de ajuda</help> tem respostas, e pessoas.' },
      ],
    },
  },
}
