import type { texts as english } from '../../en/pages/send.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Enviar um link',
  lead: 'Quatro jeitos de trazer um link sem copiar. Ele fica no campo, e nada começa antes de você tocar em Ver formatos.',
  onThisPage: 'Nesta página',
  parts: {
    address: {
      title: 'Na frente do endereço',
      intro: 'Em qualquer navegador e aparelho.',
      steps: [
        'Abra a página do vídeo, da música ou do episódio.',
        'Coloque o endereço deste site na frente do endereço daquela página, com uma barra entre os dois.',
        'Pressione Enter. O link fica no campo.',
      ],
      after: 'Links de plataformas que conhecemos também funcionam sem https:// no começo.',
    },
    bookmark: {
      title: 'Como favorito',
      intro: 'No navegador de um computador.',
      steps: [
        'Mostre a barra de favoritos: Ctrl+Shift+B, ou Cmd+Shift+B em um Mac.',
        'Arraste este botão para a barra.',
        'Em uma página com algo para salvar, clique no favorito. O link daquela página abre aqui em outra aba.',
      ],
      after:
        'Sem arrastar: adicione qualquer página aos favoritos, edite o favorito e troque o endereço por este texto. Alguns poucos sites proíbem favoritos desse tipo; neles, vale o primeiro jeito.',
    },
    iphone: {
      title: 'No iPhone e no iPad',
      intro: 'Com o app Atalhos, da Apple.',
      steps: [
        'Abra o Atalhos, toque em + e dê ao novo atalho o nome {name}.',
        'Adicione a ação Abrir URLs.',
        'Cole o texto abaixo no campo dela. Logo depois, insira a variável Entrada do Atalho.',
        'Toque no i e ligue Mostrar na Folha de Compartilhamento.',
        'De agora em diante, em um app ou no Safari, toque em Compartilhar e depois em {name}.',
      ],
      after: 'Em outras versões, a Apple pode dar a esses botões nomes um pouco diferentes.',
    },
    android: {
      title: 'No Android',
      intro: 'Pelo menu de compartilhar de outros aplicativos.',
      steps: [
        'Abra este site no Chrome e escolha Adicionar à tela inicial no menu.',
        'Em outro aplicativo, toque em Compartilhar e depois em {name}.',
      ],
      after:
        'O que você compartilha com o site instalado começa sozinho, porque só você pode compartilhar. Um único item é salvo assim que fica pronto.',
    },
  },
  bookmark: 'Salvar com {name}',
  drag: 'Arraste este botão para a barra de favoritos. Aqui ele não faz nada.',
}
