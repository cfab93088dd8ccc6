import type { texts as english } from '../../en/pages/cookies.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Opções de cookies',
  lead: 'Escolha o que pode ser guardado além do essencial. Os downloads funcionam igual de qualquer jeito.',
  acceptAll: 'Aceitar tudo',
  rejectAll: 'Recusar tudo',
  categories: {
    essential: {
      title: 'Essencial',
      text: 'Lembrar esta escolha, o tipo de arquivo que você escolheu por último, se os arquivos são salvos assim que ficam prontos, como se chamam, o tema claro ou escuro, se você o escolheu, se você viu como instalar este site, os resultados desta aba e a lista de downloads recentes, se você a ligar. Fica no seu navegador e não é enviado a nós. Só o último idioma em que você leu é enviado com cada solicitação, para que as páginas venham nele.',
      examples:
        'Sempre ligado. Nomes: dataConsent, consentAsked, cookiePreferences, recentDownloads, lastChoice, saveWhenReady, fileNames, theme, installHint, results, handedLink, language.',
    },
    analytics: {
      title: 'Estatísticas',
      text: 'Permite contar quais páginas e plataformas são usadas, para sabermos o que consertar primeiro. Nunca os links que você cola.',
      examples:
        'Google Analytics, onde este site o usa. Nomes: _ga e _ga_ com um número; até {analyticsTime}.',
    },
    advertising: {
      title: 'Publicidade',
      text: 'Permite que apareçam anúncios identificados, que pagam os servidores. Nunca na página de prévia.',
      examples: 'Google AdSense, onde este site o usa. Nomes: __gads, __gpi, __eoi.',
    },
    personalization: {
      title: 'Personalização',
      text: 'Permite que esses anúncios levem em conta seus interesses. Sem ela, os anúncios não dependem do seu comportamento.',
      examples: 'Vale só junto com a publicidade.',
    },
  },
  save: { idle: 'Salvar opções', saving: 'Salvando…', saved: 'Salvo!', error: 'Erro, tente de novo' },
  savedOn: 'Preferências de cookies salvas! Recursos personalizados ligados.',
  savedOff: 'Preferências de cookies salvas! Sua navegação será privada.',
  policy: 'O que o aviso de privacidade diz sobre cookies',
  signal:
    'Seu navegador envia o Global Privacy Control. Enquanto isso, as categorias opcionais ficam desligadas, seja o que for que esteja salvo aqui.',
  forget: 'Esquecer minha última escolha',
  forgotten: 'Esquecido. O próximo resultado sugere de novo o melhor arquivo.',
  forgetBlocked: 'Seu navegador bloqueia dados de sites, então nada fica guardado aqui.',
  nothingToForget: 'Nenhuma escolha de arquivo está guardada neste aparelho.',
}
