import type { texts as english } from '../../en/pages/cookies.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Ajustes de cookies',
  lead: 'Elige qué se puede guardar además de lo esencial. Las descargas funcionan igual en ambos casos.',
  acceptAll: 'Aceptar todo',
  rejectAll: 'Rechazar todo',
  categories: {
    essential: {
      title: 'Esencial',
      text: 'Recordar esta elección, el tipo de archivo que elegiste la última vez, si los archivos se guardan en cuanto están listos, cómo se llaman, el tema claro u oscuro si lo elegiste, si has visto cómo instalar este sitio, los resultados de esta pestaña y la lista de descargas recientes si la activas. Se guarda en tu navegador y no se nos envía. Solo el último idioma en que leíste se envía con cada solicitud, para que las páginas lleguen en él.',
      examples:
        'Siempre activo. Nombres: dataConsent, consentAsked, cookiePreferences, recentDownloads, lastChoice, saveWhenReady, fileNames, theme, installHint, results, handedLink, language.',
    },
    analytics: {
      title: 'Estadísticas',
      text: 'Nos permite contar qué páginas y plataformas se usan, para saber qué reparar antes. Nunca los enlaces que pegas.',
      examples:
        'Google Analytics, donde este sitio lo tiene. Nombres: _ga y _ga_ con un número; hasta {analyticsTime}.',
    },
    advertising: {
      title: 'Publicidad',
      text: 'Permite que aparezcan anuncios marcados, que pagan los servidores. Nunca en la vista previa.',
      examples: 'Google AdSense, donde este sitio lo tiene. Nombres: __gads, __gpi, __eoi.',
    },
    personalization: {
      title: 'Personalización',
      text: 'Permite que esos anuncios tengan en cuenta tus intereses. Sin ella, los anuncios no dependen de tu comportamiento.',
      examples: 'Se aplica solo junto con la publicidad.',
    },
  },
  save: { idle: 'Guardar ajustes', saving: 'Guardando…', saved: '¡Guardado!', error: 'Error, reintentar' },
  savedOn: '¡Preferencias de cookies guardadas! Funciones personalizadas activadas.',
  savedOff: '¡Preferencias de cookies guardadas! Tu navegación será privada.',
  policy: 'Qué dice la política de privacidad sobre las cookies',
  signal:
    'Tu navegador envía Global Privacy Control. Mientras lo haga, las categorías opcionales quedan desactivadas, sea lo que sea lo guardado aquí.',
  forget: 'Olvidar mi última elección',
  forgotten: 'Olvidado. El próximo resultado vuelve a sugerir el mejor archivo.',
  forgetBlocked: 'Tu navegador bloquea los datos de sitios, así que aquí no se guarda nada.',
  nothingToForget: 'En este dispositivo no hay ninguna elección de archivo guardada.',
}
