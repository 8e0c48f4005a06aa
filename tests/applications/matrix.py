"""The applications of the matrix, in the order of the table."""
from clients import CLIENTS
from clocks import CLOCKS
from databases import DATABASES
from files import FILES
from languages import LANGUAGES
from logins import LOGINS
from names import NAMES
from networks import NETWORKS
from onions import ONIONS
from resolvers import RESOLVERS
from stores import STORES
from suites import SUITES
from tunnels import TUNNELS
from web_servers import WEB_SERVERS

MATRIX = [
    *WEB_SERVERS,
    *TUNNELS,
    *CLIENTS,
    *LANGUAGES,
    *DATABASES,
    *STORES,
    *NAMES,
    *RESOLVERS,
    *NETWORKS,
    *ONIONS,
    *LOGINS,
    *CLOCKS,
    *FILES,
    *SUITES,
]
